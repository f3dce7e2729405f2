//! Tests of the section `[traces]`.

use super::*;

#[test]
fn the_headers_of_a_collector_are_secret() {
    let file = "
[traces]
endpoint = 'https://collector.example.com/otlp'
headers = ['Authorization: Bearer ${COLLECTOR_TOKEN}', 'X-Api-Key: written-out', 'X-Scope: {{vault:x}}']
sample = 0.25
";
    let config = load(file, &[("COLLECTOR_TOKEN", "sesame")]).unwrap();
    let headers = config.traces.headers.iter().map(|header| format!("{}: {}", header.name, header.expose()));
    assert_eq!(
        headers.collect::<Vec<_>>(),
        ["Authorization: Bearer sesame", "X-Api-Key: written-out", "X-Scope: {{vault:x}}"]
    );
    assert_eq!(config.secrets().collect::<Vec<_>>(), ["sesame", "written-out"]);
    assert!(!format!("{config:?}").contains("sesame"), "nothing prints a secret");

    let config = load(file, &[]).unwrap();
    let [warning] = &config.warnings[..] else { panic!("{:?}", config.warnings) };
    let told =
        "config.toml line 4: [traces] headers names the variable COLLECTOR_TOKEN, which is not set or empty";
    assert!(warning.ends_with(told), "{warning}");
}

#[test]
fn what_is_wrong_with_traces_is_told() {
    let file = "[traces]\nendpoint = 'collector:4318'\nheaders = ['sesame']\nsample = 1.5";
    assert_snapshot!(refused(file, &[]), @r#"
    config.toml line 2: [traces] endpoint must be an address that begins with http:// or https://; example: endpoint = "http://127.0.0.1:4318"
    config.toml line 3: [traces] headers must list headers as "NAME: VALUE"; example: headers = ["Authorization: Bearer ${COLLECTOR_TOKEN}"]
    config.toml line 4: [traces] sample must be 0 to 1
    "#);
    let exposed = "[traces]\nendpoint = 'http://collector.example.com'\nheaders = ['X-Api-Key: sesame']";
    assert_snapshot!(refused(exposed, &[]), @"config.toml line 2: [traces] endpoint must begin with https:// where headers hold a key: over http:// others can read it");
    let by_team =
        "[traces]\nendpoint = 'http://collector.example.com'\nheaders = ['x-honeycomb-team: sesame']";
    assert!(load(by_team, &[]).is_err());
    load("[traces]\nendpoint = 'http://collector.example.com'\nheaders = ['X-Scope: adjutant']", &[])
        .unwrap();
    load("[traces]\nendpoint = 'http://127.0.0.1:4318'\nheaders = ['X-Api-Key: sesame']", &[]).unwrap();
}
