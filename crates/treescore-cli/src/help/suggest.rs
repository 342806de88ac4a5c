//! Suggestions for misspelt names.

/// Returns the name nearest to `text`, if it is near enough to be what was meant.
pub(crate) fn nearest(text: &str, names: &[String]) -> Option<String> {
    let text = text.to_lowercase();
    let limit = 1 + text.chars().count() / 4;
    let nearest = names.iter().map(|name| (distance(&text, name), name)).min()?;
    let nested = names.iter().find(|name| name.split(' ').nth(1) == Some(&text));
    let begun = || names.iter().find(|name| text.len() > 2 && name.starts_with(&text));
    let near = (nearest.0 <= limit).then_some(nearest.1);
    nested.or_else(begun).or(near).cloned()
}

/// Levenshtein distance.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["align", "recipes", "signature", "phrase", "phrase chunk"].map(str::to_owned);
        for (text, expected) in [
            ("aling", Some("align")),
            ("recipe", Some("recipes")),
            ("recpies", Some("recipes")),
            ("sign", Some("signature")),
            ("chunk", Some("phrase chunk")),
            ("Phrase chunks", Some("phrase chunk")),
            ("nonsense", None),
            ("x", None),
        ] {
            assert_eq!(nearest(text, &names).as_deref(), expected, "{text}");
        }
    }
}
