//! Draws the reliability diagram: mean probability against the share of true chunks.

use std::fmt::Write as _;

use crate::{CalibrationBin, PhraseScores};

/// Side length of the square with the points.
const SIDE: f64 = 300.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
/// Height of the bars below, which show the numbers of candidates.
const BARS: f64 = 80.0;
/// Distance between the square and the bars.
const GAP: f64 = 50.0;

/// Draws the reliability diagram of a model, as SVG. On the diagonal, probabilities are calibrated; below it
/// the model is overconfident. The bars below are the logarithms of the numbers of candidates.
pub fn reliability(name: &str, scores: &PhraseScores) -> String {
    let calibration = &scores.calibration;
    let (width, height) = (LEFT + SIDE + 20.0, TOP + SIDE + GAP + BARS + 40.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let title = format!(
        "{}: Brier score {:.6}, calibration error {:.6}",
        escape(name),
        calibration.brier,
        calibration.error
    );
    line_of_text(&mut svg, LEFT, TOP - 16.0, "start", &title);
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" stroke=\"black\"/>"
    );
    let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
    let _ = writeln!(
        svg,
        "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{TOP}\" stroke=\"gray\" stroke-dasharray=\"4 4\"/>"
    );
    for tenth in [0.0, 0.5, 1.0] {
        line_of_text(&mut svg, LEFT + tenth * SIDE, bottom + 16.0, "middle", &format!("{tenth}"));
        line_of_text(&mut svg, LEFT - 8.0, bottom - tenth * SIDE + 4.0, "end", &format!("{tenth}"));
    }
    line_of_text(
        &mut svg,
        LEFT + SIDE / 2.0,
        bottom + 32.0,
        "middle",
        "mean probability (above: share of true chunks)",
    );
    points(&mut svg, &calibration.bins);
    bars(&mut svg, &calibration.bins);
    svg.push_str("</svg>\n");
    svg
}

fn points(svg: &mut String, bins: &[CalibrationBin]) {
    let places = bins.iter().filter_map(|bin| {
        let (mean, observed) = bin.mean().zip(bin.observed())?;
        Some((LEFT + mean * SIDE, TOP + SIDE - observed * SIDE, bin))
    });
    let places: Vec<_> = places.collect();
    let way: Vec<String> = places.iter().map(|(x, y, _)| format!("{x:.2},{y:.2}")).collect();
    let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"steelblue\"/>", way.join(" "));
    for (x, y, bin) in places {
        let note =
            format!("{} to {}: {} of {} are true chunks", bin.from, bin.to, bin.true_chunks, bin.candidates);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"4\" fill=\"steelblue\"><title>{note}</title></circle>"
        );
    }
}

fn bars(svg: &mut String, bins: &[CalibrationBin]) {
    let logarithm = |bin: &CalibrationBin| (1.0 + bin.candidates as f64).log10();
    let most = bins.iter().map(logarithm).fold(1.0, f64::max);
    let base = TOP + SIDE + GAP + BARS;
    for bin in bins {
        let (x, width) = (LEFT + bin.from * SIDE, (bin.to - bin.from) * SIDE - 2.0);
        let height = BARS * logarithm(bin) / most;
        let y = base - height;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"lightgray\"><title>{} candidates</title></rect>",
            bin.candidates
        );
    }
    line_of_text(svg, LEFT + SIDE / 2.0, base + 16.0, "middle", "candidates (logarithm)");
}

fn line_of_text(svg: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>");
}

/// Escapes a name for XML, which cannot contain control characters.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
