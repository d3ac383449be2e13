import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// A service that opens documents which may harm it, and somebody who reads a document of its library meanwhile.
final class HarmScene {
    let service: RunningService
    private let neighbour: VarlinkBlockingClient
    private let reader: String
    private let library: String
    private var expected: [UInt8] = []

    init(providers: [String] = ["sheaf-mupdf", "sheaf-epub", "sheaf-fictionbook", "sheaf-pattern"]) throws {
        var template = Array("/tmp/sheaf-library-XXXXXX".utf8CString)
        library = try #require(mkdtemp(&template).map { String(cString: $0) })
        try "sheaf-pattern 1\npages = 9\nwidth = 60\nheight = 80\n".write(
            toFile: library + "/book", atomically: true, encoding: .utf8)
        // Nothing is rendered ahead and kept for the neighbour: a page that is asked for is rendered.
        service = try RunningService(
            configuration: """
                [Documents]
                LibraryFolders=\(library)
                [Cache]
                ReadAhead=0
                CacheMaxPages=1
                [Hosts]
                RequestTimeSec=6
                """ + (isSanitized ? "" : "\nHostMemoryMax=1G") + "\n", providers: providers)
        neighbour = try service.connect()
        reader = try neighbour.call(
            ReaderInterface.Open.self, .init(path: library + "/book", viewport: .init(width: 60, height: 80))
        ).parameters.state.reader
        expected = try page(4)
    }

    deinit { try? FileManager.default.removeItem(atPath: library) }

    private func page(_ index: Int) throws -> [UInt8] {
        let reply = try neighbour.call(ReaderInterface.GetPage.self, .init(reader: reader, index: index))
        defer {
            _ = try? neighbour.call(
                ReaderInterface.ReleasePage.self,
                .init(reader: reader, rendition: reply.parameters.page.rendition))
        }
        return try HandedPage(reply.parameters.page, reply.descriptors).bytes
    }

    /// The neighbour gets a page as ever.
    func expectNeighbour() throws {
        _ = try page(5)
        #expect(try page(4) == expected)
    }

    /// Opens a file and asks for its first pages, and where they begin.
    func open(_ path: String, pages: Int = 2) throws -> HarmOutcome {
        let reader: TestReader
        switch Result(catching: { try TestReader(service, path) }) {
        case .success(let opened): reader = opened
        case .failure(let error): return .refused(try Self.declared(error))
        }
        var outcome = HarmOutcome.shown
        for index in 0..<min(pages, reader.opened.document.count.pages) {
            do { try reader.release(reader.page(index).page) } catch {
                outcome = .failed(try Self.declared(error))
            }
            do throws(VarlinkCallError<DocumentInterface.Failure>) {
                let cfi = try reader.client.call(
                    DocumentInterface.GetCFI.self, .init(reader: reader.id, index: index)
                ).parameters.cfi
                _ = try reader.client.call(DocumentInterface.FindCFI.self, .init(reader: reader.id, cfi: cfi))
            } catch {
                guard case .failed = error else { throw error }
            }
        }
        try reader.close()
        return outcome
    }

    /// An error that the interface declares; anything else is the service's fault.
    static func declared(_ error: any Error) throws -> ReaderInterface.Failure {
        guard case ReaderError.failed(let failure) = error else { throw error }
        return failure
    }
}

/// How a document that may harm has come out.
enum HarmOutcome {
    /// The document's pages can be shown.
    case shown
    /// The document is open, and a page can't be shown.
    case failed(ReaderInterface.Failure)
    case refused(ReaderInterface.Failure)

    /// The error's name without its interface's.
    static func name(of failure: ReaderInterface.Failure) -> String {
        "\(failure.errorName)".split(separator: ".").last.map { String($0) } ?? ""
    }

    var word: String {
        switch self {
        case .shown: "shown"
        case .failed(let failure): "pages failed: \(Self.name(of: failure))"
        case .refused(let failure): "refused: \(Self.name(of: failure))"
        }
    }
}
