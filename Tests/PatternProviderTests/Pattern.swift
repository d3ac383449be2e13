import CSheafProvider
import ProviderTestHost

/// The pattern provider, loaded from the library that was built beside the tests.
enum Pattern {
    static let path = Result { try productsFolder() + "/libsheaf-pattern.so" }

    /// A host of its own, with the provider loaded.
    static func host() throws -> TestHost {
        let table = try table(ofLibrary: path.get())
        return try TestHost(table)
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
