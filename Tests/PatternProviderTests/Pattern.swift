import CSheafProvider
import ProviderTestHost

/// The pattern provider, loaded from the library that was built beside the tests.
enum Pattern {
    static let path = Result { try productsFolder() + "/libsheaf-pattern.so" }

    /// A host of its own, with the provider loaded.
    static func host() throws -> TestHost {
        let table = try table(ofLibrary: path.get())
        return try TestHost { table }
    }

    /// An open document of these lines below the signature.
    static func document(_ lines: String...) throws -> TestDocument {
        try host().open(text(lines))
    }

    /// A document of these lines below the signature.
    static func text(_ lines: [String]) -> String {
        (["sheaf-pattern 1"] + lines).joined(separator: "\n") + "\n"
    }
}

extension sheaf_metrics {
    /// The pixels of a length at a scale, as the header has it.
    static func pixels(_ length: Double, scale: Double) -> Int {
        max(Int((length * scale - 0.001).rounded(.up)), 1)
    }
}

/// Numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
