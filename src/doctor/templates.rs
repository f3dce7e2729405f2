//! Checks whether the operator's website templates can be used.

use adjutant_config::Config;
use adjutant_site::template;

use super::{Check, Finding, Outcome};

/// Checks the operator's folder of templates, if it is configured.
pub fn examine_templates(config: &Config) -> Option<Finding> {
    let folder = config.site.templates.as_ref()?;
    let outcome = match template::load(folder) {
        Ok(all) => {
            let own = all.iter().filter(|one| template::is_own(one)).map(|one| &*one.key);
            let own: Vec<_> = own.collect();
            match own.is_empty() {
                true => {
                    Outcome::Warning(format!("there are none in {}; see [site] templates", folder.display()))
                }
                false => Outcome::Fine(own.join(", ")),
            }
        }
        Err(error) => Outcome::Failure(format!("{error}; see [site] templates")),
    };
    Some(Finding { check: Check::Templates, outcome })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_wrong_with_the_operator_s_templates_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        assert!(examine_templates(&config).is_none());
        config.site.templates = Some(folder.path().to_owned());
        let said = || {
            let said = examine_templates(&config).map(|finding| finding.to_string()).unwrap();
            said.replace(folder.path().to_str().unwrap(), "FOLDER")
        };
        assert_eq!(said(), "warning  templates of websites: there are none in FOLDER; see [site] templates");
        let fields = "label = \"Team\"\ndescription = \"Who we are.\"\n[[fields]]\nname = \"names\"\nlabel = \"Names\"\n\
                      type = \"line\"\nmax = 80\n";
        fs::write(folder.path().join("team.toml"), fields).unwrap();
        assert!(said().starts_with("FAILURE  templates of websites: FOLDER/team.toml: "), "{}", said());
        fs::write(folder.path().join("team.html"), "<p>{{ names }}</p>").unwrap();
        assert_eq!(said(), "ok       templates of websites: team");
    }
}
