//! Checks whether the operator's skills can be used.

use adjutant_config::Config;
use adjutant_tools::skills::{self, Checked};

use super::{Check, Finding, Outcome};

/// Checks the operator's folder of skills, if it is configured or exists.
pub fn examine_skills(config: &Config) -> Option<Finding> {
    let outcome = match skills::check(config) {
        Ok(Some(Checked { usable, unusable })) if unusable.is_empty() => Outcome::Fine(match &usable[..] {
            [] => "there are none in their folder".to_owned(),
            usable => usable.join(", "),
        }),
        Ok(Some(Checked { unusable, .. })) => {
            let lines = unusable.iter().map(|(name, why)| format!("{name} cannot be used: {why}"));
            Outcome::Warning(lines.collect::<Vec<_>>().join("\n"))
        }
        Ok(None) => {
            let folder = config.skills.folder.as_ref()?;
            Outcome::Warning(format!("there is no folder {}; see [skills] folder", folder.display()))
        }
        Err(error) => Outcome::Warning(format!("their folder cannot be read: {error}")),
    };
    Some(Finding { check: Check::Skills, outcome })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_wrong_with_the_operator_s_skills_is_said() {
        let all = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        let said = |config: &Config| examine_skills(config).map(|finding| finding.to_string());
        config.skills.folder = Some(all.path().join("none"));
        assert!(said(&config).unwrap().starts_with("warning  skills: there is no folder "));

        config.skills.folder = Some(all.path().to_owned());
        assert_eq!(said(&config).unwrap(), "ok       skills: there are none in their folder");
        let write = |name: &str, text: &str| {
            fs::create_dir_all(all.path().join(name)).unwrap();
            fs::write(all.path().join(name).join("SKILL.md"), text).unwrap();
        };
        write("minutes", "---\nname: minutes\ndescription: Writes minutes.\n---\nName who decided.");
        assert_eq!(said(&config).unwrap(), "ok       skills: minutes");
        write("tides", "---\nname: ebb\ndescription: Reads tides.\n---\nAdd an hour.");
        assert_eq!(
            said(&config).unwrap(),
            "warning  skills: tides cannot be used: its name is 'ebb', but its folder is 'tides': they must be the same"
        );
    }

    #[test]
    fn nothing_is_said_where_nobody_wants_skills() {
        let all = tempfile::tempdir().unwrap();
        let path = all.path().join("adjutant.db");
        let env = [("ADJUTANT__DATABASE__URL".to_owned(), format!("file:{}", path.display()))];
        assert!(examine_skills(&Config::load(None, env).unwrap()).is_none());
    }
}
