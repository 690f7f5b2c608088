import ModelSchema
import Testing

@testable import ModelStorage

/// Values against the rules of their attributes.
@Suite struct ValidationCheckTests {
    @Test("a Float at its bound is within it, though the bound as a Double is another number")
    func floats() {
        let rules = ValidationRules(min: "0.1", max: "0.1")
        #expect(rules.violations(of: Float(0.1)).isEmpty)
        #expect(rules.violations(of: Float(0.1).nextUp).count == 1)
        #expect(rules.violations(of: Float(0.1).nextDown).count == 1)
        #expect(rules.violations(of: 0.1).isEmpty)
        #expect(rules.violations(of: nil).isEmpty)
    }
}
