//! Studies as text.

use treescore::report::Style;
use treescore_study::{Alone, Ask, render, run};

#[test]
fn every_format_has_every_number() {
    let study = run("attachment", &Ask::default(), &mut Alone).unwrap();
    let style = Style::default();
    let numbers: usize = study.items.iter().map(|item| item.rows.len()).sum();
    assert_eq!(render::csv(&study, &style).lines().count(), numbers + 1);
    let json: serde_json::Value = serde_json::from_str(&render::json(&study)).unwrap();
    let rows = |item: &serde_json::Value| item["rows"].as_array().unwrap().len();
    assert_eq!(json["items"].as_array().unwrap().iter().map(rows).sum::<usize>(), numbers);
    for text in [render::table(&study, &style), render::markdown(&study)] {
        for row in study.items.iter().flat_map(|item| &item.rows) {
            assert!(text.contains(&row.digits.show(row.ours.unwrap())), "{row:?}\n{text}");
        }
    }
    let svg = render::svg(&study).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}
