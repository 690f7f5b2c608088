// What CloudKit cannot mirror.

extension DiagnosticRule {
    static let cloudKitRules: [DiagnosticRule] = [
        .cloudKit
    ]

    package static let cloudKit = DiagnosticRule(
        "MG1001", .error, "CloudKit's rules are broken",
        #"""
        With "cloudKit": true everything is optional or has a default, every relationship is optional and
        has an inverse, nothing is unique or ordered, and no delete is denied, since CloudKit can promise
        none of it.

        Change the declaration as the message says, or remove "cloudKit".
        """#)
}
