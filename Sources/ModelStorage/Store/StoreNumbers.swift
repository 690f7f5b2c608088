internal import Synchronization

/// Small numbers for the stores that a process has opened, so that an object without a context knows its store in 24 bits.
enum StoreNumbers {
    private static let identifiers = Mutex<[String]>([])
    private static let most = 1 << 24

    /// The store's number from 1, or 0 if there are too many.
    static func number(of identifier: String) -> UInt32 {
        identifiers.withLock { identifiers in
            if let index = identifiers.lastIndex(of: identifier) { return UInt32(index + 1) }
            guard identifiers.count < most - 1 else { return 0 }
            identifiers.append(identifier)
            return UInt32(identifiers.count)
        }
    }

    /// The identifier of a number; nil for 0.
    static func identifier(_ number: UInt32) -> String? {
        identifiers.withLock { identifiers in
            number > 0 && Int(number) <= identifiers.count ? identifiers[Int(number) - 1] : nil
        }
    }
}
