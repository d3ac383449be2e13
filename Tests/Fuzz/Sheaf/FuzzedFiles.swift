import SheafOS

@testable import HostProcess
@testable import HostProtocol
@testable import HostSupervision
@testable import SheafService

/// A text that is read as the service's configuration, and as what a provider declares beside its library.
enum FuzzedFiles {
    static func read(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 8 << 30))
        try? reader.parse(text, file: "fuzzed.conf")
        _ = try? ProviderManifest(text, file: "fuzzed.provider")
    }
}
