//! Tests of the crate, with the library.

use plumb::{text_flags, Error, Options, ReportFormat, Session, Severity, Verdict};

const VALID: &str = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Vertex %main \"main\"
%void = OpTypeVoid
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
OpReturn
OpFunctionEnd
";

fn invalid() -> String {
    VALID.replace("OpReturn\n", "%x = OpIAdd %void %void %void\nOpReturn\n")
}
fn malformed() -> String {
    VALID.replace("OpTypeVoid", "OpTypeVoyd")
}

#[test]
fn validates() -> Result<(), Error> {
    let mut session = Options::new()?.env("vulkan1.3")?.session()?;
    let result = session.validate(VALID)?;
    assert!(result.is_valid());
    assert!(result.diagnostics.is_empty());

    let result = session.validate(invalid())?;
    assert_eq!(result.verdict, Verdict::Invalid);
    let first = &result.diagnostics[0];
    assert_eq!(first.severity, Severity::Error);
    let (line, column) = first.place.line_and_column.unwrap();
    assert_eq!(line, 8);
    assert!(first.place.excerpt.contains("OpIAdd") && first.place.caret.contains('^'));
    assert_eq!(
        first.to_string(),
        format!("8:{column}: error: {} [{}]", first.message, first.rule)
    );
    assert_eq!(result.errors, result.diagnostics.len());
    assert!(session.validate(VALID)?.is_valid());
    Ok(())
}

#[test]
fn fixes_apply() -> Result<(), Error> {
    let mut session = Session::new()?;
    let mut text = malformed();
    let result = session.validate(&text)?;
    assert_eq!(result.verdict, Verdict::Malformed);
    for edit in &result.diagnostics[0].fix.as_ref().unwrap().edits {
        text.replace_range(edit.range.clone(), &edit.replacement);
    }
    assert_eq!(text, VALID);
    Ok(())
}

#[test]
fn assembles_and_disassembles() -> Result<(), Error> {
    let mut session = Options::new()?.env("vulkan1.0")?.session()?;
    let binary = session.assemble(VALID)?;
    assert_eq!(&binary[..4], b"\x03\x02\x23\x07");
    let text = session.disassemble(&binary, text_flags::NO_HEADER)?;
    assert!(text.contains("OpEntryPoint Vertex"));
    assert_eq!(session.assemble(&text)?, binary);
    Ok(())
}

#[test]
fn invalid_modules_are_errors_where_a_valid_one_is_needed() {
    let mut session = Session::new().unwrap();
    for text in [invalid(), malformed()] {
        match session.assemble(text) {
            Err(Error::InvalidModule(report)) => assert!(report.contains("error:")),
            other => panic!("{other:?}"),
        }
    }
    assert!(matches!(
        session.disassemble("not a module", 0),
        Err(Error::InvalidModule(_))
    ));
}

#[test]
fn options_are_checked() {
    for (name, value) in [
        ("no-such", "1"),
        ("target-env", "vulkan9"),
        ("jobs", "0"),
        ("a\0b", ""),
    ] {
        let result = Options::new().unwrap().set(name, value);
        let text = result.err().unwrap().to_string();
        assert!(!text.is_empty(), "{name}");
    }
    let options = Options::new().unwrap().spec("7", 1).unwrap();
    assert!(matches!(
        options.session().unwrap().validate(VALID),
        Err(Error::Failed(_))
    ));
}

#[test]
fn reports() -> Result<(), Error> {
    let mut session = Session::new()?;
    let text = session.report(invalid(), ReportFormat::Text, "a.spvasm")?;
    assert!(text.starts_with("a.spvasm:8:"));
    let json = session.report(invalid(), ReportFormat::Json, "a.spvasm")?;
    assert!(json.starts_with('{'));
    Ok(())
}

#[test]
fn odd_inputs() -> Result<(), Error> {
    let mut session = Session::new()?;
    for input in [&b""[..], b"\0", b"\x03\x02\x23\x07", &[0xff; 99]] {
        session.validate(input)?;
    }
    Ok(())
}

#[test]
fn cancels() {
    let mut session = Options::new()
        .unwrap()
        .cancelled(|| true)
        .session()
        .unwrap();
    assert_eq!(session.validate(VALID).err(), Some(Error::Cancelled));
    let mut session = Options::new()
        .unwrap()
        .cancelled(|| panic!("as a test"))
        .session()
        .unwrap();
    assert_eq!(session.validate(VALID).err(), Some(Error::Cancelled));
}

#[test]
fn sessions_move_to_threads() {
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let mut session = Session::new().unwrap();
            std::thread::spawn(move || {
                (0..20).all(|_| {
                    session.validate(VALID).unwrap().is_valid()
                        && !session.validate(invalid()).unwrap().is_valid()
                })
            })
        })
        .collect();
    for thread in threads {
        assert!(thread.join().unwrap());
    }
}

#[test]
fn versions() {
    assert_eq!(plumb::library_version(), env!("CARGO_PKG_VERSION"));
    assert!(!plumb::grammar_release().is_empty());
}
