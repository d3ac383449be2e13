package import SheafInterface

/// The lists, as tables for people.
package enum Tables {
    /// The readers there are.
    package static func readers(_ readers: [ManagerInterface.ReaderEntry]) -> Table {
        var table = Table([
            .init("READER"), .init("UID", .right), .init("PAGE", .right), .init("DOCUMENT"), .init("PROVIDER"),
            .init("CONNECTIONS", .right), .init("HELD", .right),
        ])
        let length = ReaderChoice.shortLength(readers.map(\.reader))
        for reader in readers {
            table.add([
                String(reader.reader.prefix(length)), "\(reader.uid)",
                reader.pages > 0 ? "\(reader.index + 1) of \(reader.pages)" : "\(reader.index + 1)", reader.document,
                reader.provider, "\(reader.connections)", held(reader),
            ])
        }
        return table
    }

    private static func held(_ reader: ManagerInterface.ReaderEntry) -> String {
        reader.pagesHeld == 0
            ? "-" : "\(Units.count(reader.pagesHeld, "page")), \(Units.bytes(reader.bytesHeld))"
    }

    /// The documents that are open.
    package static func documents(_ documents: [ManagerInterface.DocumentEntry]) -> Table {
        var table = Table([
            .init("DOCUMENT"), .init("UID", .right), .init("PAGES", .right), .init("SIZE", .right),
            .init("READERS", .right), .init("CACHED", .right), .init("PROVIDER"), .init("STATE"), .init("NAME"),
        ])
        for document in documents {
            table.add([
                document.document, document.uid.map { "\($0)" } ?? "library",
                document.pages > 0 ? "\(document.pages)" : "?", Units.bytes(document.bytes), "\(document.readers)",
                "\(Units.count(document.cachedPages, "page")), \(Units.bytes(document.cachedBytes))",
                document.provider, document.state, document.name ?? "",
            ])
        }
        return table
    }

    /// The processes that run providers.
    package static func hosts(_ hosts: [ManagerInterface.HostEntry]) -> Table {
        var table = Table([
            .init("PID", .right), .init("PROVIDER"), .init("UID", .right), .init("DOCUMENTS", .right), .init("STATE"),
            .init("MEMORY", .right),
        ])
        for host in hosts {
            table.add([
                "\(host.pid)", host.provider, host.uid.map { "\($0)" } ?? "library", "\(host.documents)",
                host.state.rawValue + (host.isolated ? ", isolated" : ""), host.memory.map { Units.bytes($0) } ?? "-",
            ])
        }
        return table
    }

    /// What can open documents. What each can do beyond that is for programs: it would take lines.
    package static func providers(_ providers: [ManagerInterface.ProviderEntry]) -> Table {
        var table = Table([.init("PROVIDER"), .init("VERSION"), .init("WHAT IT IS"), .init("LIBRARY")])
        for provider in providers {
            table.add([
                provider.name, provider.version ?? "-",
                provider.refused.map { "refused: \($0)" } ?? provider.summary ?? "-", provider.path,
            ])
        }
        return table
    }
}
