//! Suggestions for misspelt names.

/// Returns the name nearest to `text`, if it is near enough to be what was meant.
pub(crate) fn nearest(text: &str, names: &[String]) -> Option<String> {
    let text = text.to_lowercase();
    let limit = 1 + text.chars().count() / 5;
    let nearest = names.iter().map(|name| (strsim::osa_distance(&text, name), name)).min()?;
    let nested = names.iter().find(|name| name.split(' ').nth(1) == Some(&text));
    let begun = || names.iter().find(|name| text.len() > 2 && name.starts_with(&text));
    let near = (nearest.0 <= limit).then_some(nearest.1);
    nested.or_else(begun).or(near).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested() {
        let names = ["align", "recipes", "signature", "phrase", "phrase chunk", "vote"].map(str::to_owned);
        for (text, expected) in [
            ("aling", Some("align")),
            ("recipe", Some("recipes")),
            ("recpies", Some("recipes")),
            ("sign", Some("signature")),
            ("chunk", Some("phrase chunk")),
            ("Phrase chunks", Some("phrase chunk")),
            ("nonsense", None),
            ("none", None),
            ("x", None),
        ] {
            assert_eq!(nearest(text, &names).as_deref(), expected, "{text}");
        }
    }
}
