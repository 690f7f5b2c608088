public import Foundation

// Default values that Swift has no literals for. Only for generated code: `modelgen` has checked the texts, so that the
// fallbacks are never taken.

public func _$decimal(_ text: String) -> Decimal { Decimal(string: text) ?? Decimal() }

public func _$uuid(_ text: String) -> UUID { UUID(uuidString: text) ?? UUID() }

public func _$url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

public func _$data(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
