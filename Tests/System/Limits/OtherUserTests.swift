import Foundation
import Glibc
import SheafInterface
import Testing
import Varlink

/// A user who guesses, lists, watches and closes what is another's. The two are real: the kernel says who connects.
@Suite(.enabled(if: geteuid() == 0, "needs root, to be several users")) struct OtherUserTests {
    private static let one: UInt32 = 1_001
    private static let other: UInt32 = 1_002

    /// The parameters of each method of org.sheaf.Reader, without the reader.
    private static let parameters = [
        "Navigate": #""target":{"relative":1}"#, "BeginDrag": "", "Drag": #""offset":1.0"#, "ReleaseDrag": "",
        "CancelDrag": "", "Settle": #""transition":0"#, "ReportAppearance": #""index":0,"event":"willAppear""#,
        "SetAxis": #""axis":"horizontal","enabled":true"#, "GetState": "", "GetHistory": "", "GetLayout": "",
        "HitTest": #""x":1.0,"y":1.0"#, "Refresh": "", "BeginMove": #""index":0"#, "UpdateMove": #""index":1"#,
        "EndMove": "", "CancelMove": "", "GetPage": "", "ReleasePage": #""rendition":1"#,
        "SetViewport": #""viewport":{"width":9,"height":9}"#, "SetLooks": #""looks":{"paper":"night"}"#,
        "Prefetch": #""pages":[1]"#, "CancelPrefetch": "", "Watch": "", "AddMark": "", "GetMarks": "",
        "ChangeMark": #""mark":"1""#, "RemoveMark": #""mark":"1""#, "Reload": "", "Close": "",
    ]
    /// The parameters of each method of org.sheaf.Document, without the reader.
    private static let ofDocuments = [
        "GetMetadata": "", "GetDigest": "", "GetOutline": "", "GetLinks": "", "GetAnnotations": "", "GetText": "",
        "GetBlocks": "", "GetCFI": "", "FindCFI": #""cfi":"epubcfi(/6/2)""#,
        "GetPages": "", "GetThumbnails": "", "Search": #""needle":"a""#,
    ]
    /// The methods that are of a user, and of no reader.
    private static let others: Set = ["Open", "GetPlaces", "ForgetPlaces"]

    private static func open(_ service: RunningService, _ path: String, as user: UInt32) throws -> TestReader {
        try TestReader(service, path, width: 64, height: 64, client: service.connect(as: user))
    }

    /// The methods of an interface, as the service describes them.
    private static func methods(_ service: RunningService, of interface: String = "org.sheaf.Reader") throws -> [String]
    {
        let description = try RawConnection(service.socket).exchange(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\#(interface)"}}"#)
        return description.components(separatedBy: #"\nmethod "#).dropFirst().map { String($0.prefix { $0 != "(" }) }
    }

    @Test func nothingOfAReaderIsDoneForAnotherUser() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 9\nmovable = on")
        let reader = try Self.open(service, path, as: Self.one)
        let page = try reader.page().page
        let before = try reader.state()
        let methods = try Self.methods(service)
        #expect(Set(methods) == Set(Self.parameters.keys).union(Self.others))
        let stranger = try service.connectRaw(as: Self.other)
        for method in methods where !Self.others.contains(method) {
            let rest = Self.parameters[method] ?? ""
            let parameters = #""reader":"\#(reader.id)""# + (rest.isEmpty ? "" : ",\(rest)")
            for flag in ["", #","more":true"#] {
                let answer = stranger.exchange(
                    #"{"method":"org.sheaf.Reader.\#(method)","parameters":{\#(parameters)}\#(flag)}"#)
                #expect(answer.contains(#""error":"org.sheaf.Reader.NoSuchReader""#), "\(method): \(answer)")
            }
            try stranger.send(
                #"{"method":"org.sheaf.Reader.\#(method)","parameters":{\#(parameters)},"oneway":true}"#)
        }
        // Everything that was sent has been read.
        #expect(stranger.exchange(#"{"method":"org.sheaf.Manager.ListReaders"}"#).contains(#""readers":[]"#))
        #expect(try reader.state() == before)
        // Neither another's rendition nor another's reader lets a page be returned.
        let own = try Self.open(service, path, as: Self.other)
        #expect(try failure { try own.release(page.rendition) } == .noSuchRendition(rendition: page.rendition))
        try reader.release(page.rendition)
        // An id that is nearly right is none at all, whoever asks.
        for guess in [
            String(reader.id.dropLast()), reader.id.uppercased() + " ", String(repeating: "0", count: 32), "",
        ] {
            #expect(try failure { _ = try reader.client.state(of: guess) } == .noSuchReader(reader: guess))
        }
    }

    @Test func nothingIsSaidOfAnothersDocument() throws {
        let service = try RunningService()
        let reader = try Self.open(service, service.pattern("pages = 9"), as: Self.one)
        let methods = try Self.methods(service, of: "org.sheaf.Document")
        #expect(Set(methods) == Set(Self.ofDocuments.keys))
        let stranger = try service.connectRaw(as: Self.other)
        for method in methods {
            let rest = Self.ofDocuments[method].flatMap { $0.isEmpty ? nil : ",\($0)" } ?? ""
            let answer = stranger.exchange(
                #"{"method":"org.sheaf.Document.\#(method)","parameters":{"reader":"\#(reader.id)"\#(rest)},"more":true}"#
            )
            #expect(answer.contains(#""error":"org.sheaf.Document.NoSuchReader""#), "\(method): \(answer)")
        }
    }

    @Test func whatIsAnothersIsNotListed() throws {
        let service = try RunningService()
        let path = try service.pattern("pages = 9")
        let reader = try Self.open(service, path, as: Self.one)
        _ = try reader.page()
        for (user, seen) in [(Self.one, 1), (Self.other, 0), (0, 1)] {
            let client = user == 0 ? try service.connect() : try service.connect(as: user)
            #expect(try client.call(ManagerInterface.ListReaders.self, .init()).parameters.readers.count == seen)
            #expect(try client.call(ManagerInterface.ListDocuments.self, .init()).parameters.documents.count == seen)
            let hosts = try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts
            #expect(hosts.contains { $0.uid == Int(Self.one) } == (seen > 0))
            #expect(try client.cache(list: true).pages?.isEmpty == (seen == 0))
            #expect(try client.status().users.contains { $0.uid == Int(Self.one) } == (seen > 0))
        }
    }

    @Test func whatOneReadsOfTheLibraryIsNotToldOthers() throws {
        let library = try RunningService()
        let books = try (0..<2).map { try library.pattern("pages = 9", name: "book\($0)") }
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library.folder.path)\n[Cache]\nReadAhead=0\n")
        func open(_ path: String, _ client: VarlinkBlockingClient) throws -> String {
            try client.call(
                ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 64, height: 64))
            ).parameters.state.reader
        }
        let client = try service.connect(as: Self.one)
        for book in [books[0], books[0], books[1]] {
            let reader = try open(book, client)
            for index in 0..<3 {
                _ = try client.call(
                    ReaderInterface.GetPage.self, .init(reader: reader, index: index, handover: .some(.none)))
            }
        }
        func documents(_ client: VarlinkBlockingClient) throws -> [ManagerInterface.DocumentEntry] {
            try client.call(ManagerInterface.ListDocuments.self, .init()).parameters.documents
        }
        let stranger = try service.connect(as: Self.other)
        #expect(try documents(stranger).isEmpty)
        _ = try open(books[0], stranger)
        let seen = try documents(stranger)
        #expect(seen.map(\.name) == [books[0]] && seen.map(\.readers) == [1])
        // Its first page was there already.
        #expect(seen.map(\.cachedPages) == [0] && seen.map(\.cachedBytes) == [0])
        #expect(try documents(client).map(\.readers) == [2, 1] && documents(client).map(\.cachedPages) == [3, 3])
        #expect(try documents(service.connect()).map(\.readers) == [3, 1])
        #expect(try stranger.cache(list: true).pages?.isEmpty == true)
    }

    @Test func aDocumentOfAnotherIsOnNoAxis() throws {
        let library = try RunningService()
        let book = try library.pattern("pages = 9", name: "book")
        let service = try RunningService(configuration: "[Documents]\nLibraryFolders=\(library.folder.path)\n")
        let path = try service.pattern("pages = 9")
        let reader = try Self.open(service, path, as: Self.one)
        let client = try service.connect(as: Self.one)
        let shared = try client.call(
            ReaderInterface.Open.self, .init(path: book, viewport: .init(width: 9, height: 9))
        ).parameters.state
        let names = [reader.opened.document.document, shared.document.document]
        func open(beside document: String, as user: UInt32) throws {
            _ = try TestReader(
                service, path, axes: [.init(axis: .horizontal), .init(axis: .vertical, document: document)],
                client: service.connect(as: user))
        }
        for name in names {
            // Also what everybody may open, as long as the user has not.
            #expect(try failure { try open(beside: name, as: Self.other) } == .noSuchDocument(document: name))
            #expect(try failure { try open(beside: name, as: Self.one) } == nil)
        }
    }

    @Test func whatOnlyOperatorsMayIsRefused() throws {
        let service = try RunningService()
        let stranger = try service.connectRaw(as: Self.other)
        for call in [
            #"WarnMemory","parameters":{"level":"low"}"#, #"SetLog","parameters":{"level":"debug"}"#, #"Reload""#,
        ] {
            let answer = stranger.exchange(#"{"method":"org.sheaf.Manager.\#(call)}"#)
            #expect(answer.contains(#""error":"org.varlink.service.PermissionDenied""#), "\(call): \(answer)")
        }
        let status = try service.connect().status()
        #expect(status.pressure.level == nil)
    }
}
