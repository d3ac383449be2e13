import VarlinkGenerator

/// A text that is read as the description of an interface, and what is generated from it.
enum FuzzedDescription {
    static func read(_ input: [UInt8]) {
        _ = try? SwiftGenerator.generate(String(decoding: input, as: UTF8.self), fileName: "org.example.Fuzz.varlink")
    }
}
