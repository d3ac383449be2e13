import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Clients that do what no viewer does: others are served meanwhile, and nothing of them stays when they have gone.
@Suite struct BadClientTests {
    /// Users that have nothing to do with the service.
    private static let strangers: [UInt32] = [65_534, 65_501, 65_502, 65_503]

    /// How many descriptors the service has.
    private static func descriptors(of service: RunningService) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.process.processIdentifier)/fd").count
    }

    /// A service that strangers can connect to, with a reader on a document.
    private static func service(_ configuration: String = "") throws -> (RunningService, TestReader) {
        let service = try RunningService(configuration: configuration, providers: ["sheaf-pattern"])
        for path in [service.folder.path, service.socket] { chmod(path, 0o777) }
        let reader = try TestReader(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        _ = try reader.page(0)
        _ = try reader.page(1)
        return (service, reader)
    }

    /// The bad client's user; nil: the one who runs the tests, where there is no other.
    private static var stranger: UInt32? { geteuid() == 0 ? strangers[0] : nil }

    @Test(
        canBeLookedInto,
        arguments: ["over themselves", "over each other", "half with descriptors", "half", "never read", "oneway"])
    func othersAreServedAndNothingStays(act: String) throws {
        let (service, reader) = try Self.service()
        let before = try Self.descriptors(of: service)
        // What was sent oneway is done also for who has gone: that of 1,000 takes a busy machine minutes.
        let bad = try BadClient(
            service, act, connections: isSanitized || act == "oneway" ? 200 : 1_000, user: Self.stranger)
        for index in [0, 1, 0, 1] { #expect(try reader.navigate(.init(index: index)).parameters.hit) }
        let held = try Self.descriptors(of: service) - before
        // 1,000 connections, and what one user may have received, served or not: not the 64,000 that were sent.
        #expect(held < 3_000, "\(held)")
        _ = try TestReader(service, service.pattern("pages = 3", name: "other")).page(0)
        bad.end()
        try eventually(log: service.log) {
            try service.connect().status().connections
        } until: {
            $0 <= 3
        }
        try eventually {
            try Self.descriptors(of: service)
        } until: {
            // Another document and its pages.
            $0 < before + 30
        }
        #expect(service.process.isRunning)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be five users"))
    func fourUsersLeaveTheOperatorsRoom() throws {
        let (service, reader) = try Self.service()
        let others = try Self.strangers.map { try BadClient(service, "hold", connections: 1_024, user: $0) }
        // This test's own are among the 4,096.
        let served = others.map(\.served)
        #expect(served.reduce(0, +) >= 4_000 && served[0] == 1_024, "\(served)")
        #expect(try BadClient(service, "hold", connections: 3, user: 65_504).served == 0)
        #expect(try service.connect().status().connections >= 4_096)
        #expect(try reader.navigate(.init(index: 1)).parameters.hit)
        #expect(service.log.contains("Connections="))
        others[0].end()
        try eventually {
            try BadClient(service, "hold", connections: 3, user: 65_504).served
        } until: {
            $0 == 3
        }
    }

    /// The kernel counts descriptors on their way for all processes of a user together, and those of a host of the library, which opens
    /// documents, with the service's.
    @Test(.enabled(if: geteuid() == 0, "needs root, to be six users"))
    func hostsOpenDocumentsWhateverIsOnItsWay() throws {
        let library = "/tmp/sheaf-books-\(getpid())"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: library) }
        try "sheaf-pattern 1\npages = 9\n".write(toFile: library + "/book", atomically: true, encoding: .utf8)
        // Nobody else's descriptors count for its user.
        let service = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(library)\n", providers: ["sheaf-pattern"], user: 64_301)
        let reader = try service.connect(as: 64_302)
        let document = try service.pattern("pages = 9\nwidth = 60\nheight = 80")
        let others = try Self.strangers.map {
            try BadClient(service, "never receive", connections: 40, user: $0, document: document)
        }
        // More than a process has that may open 4,096.
        try eventually { try others.map { try $0.unreceived }.reduce(0, +) > 4_096 }
        let opened = try reader.call(
            ReaderInterface.Open.self, .init(path: library + "/book", viewport: .init(width: 60, height: 80))
        ).parameters.state
        for index in 0..<9 {
            let page = try reader.call(ReaderInterface.GetPage.self, .init(reader: opened.reader, index: index))
            #expect(page.parameters.page.index == index && page.descriptors.count == 1)
        }
        #expect(service.deadHosts == 0, "\(service.log)")
        for other in others { #expect(try other.unreceived > 0) }
    }

    /// To learn of providers hosts are started: nobody is told what they say.
    @Test func whatOnlyTellsSomethingIsNotLookedUpForNobody() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let client = try service.connect()
        for _ in 0..<100 { try client.send(ManagerInterface.ListProviders.self, .init(), flags: .oneway) }
        #expect(try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.isEmpty)
        try client.send(ManagerInterface.ListProviders.self, .init())
        #expect(try client.receive(ManagerInterface.ListProviders.self).parameters.providers.count == 1)
        #expect(try client.call(ManagerInterface.ListHosts.self, .init()).parameters.hosts.count == 1)
    }

    @Test func fiveThousandConnectionsAreWhatOneUserMayHave() throws {
        let (service, reader) = try Self.service()
        let bad = try BadClient(service, "hold", connections: 5_000, user: Self.stranger)
        #expect(bad.served <= 1_024 + (Self.stranger == nil ? 64 : 0), "\(bad.served)")
        #expect(bad.served >= 1_000, "\(bad.served)")
        #expect(try reader.navigate(.init(index: 1)).parameters.hit)
        bad.end()
        try eventually {
            try service.connect().status().connections
        } until: {
            $0 <= 3
        }
    }
}

/// Messages that no viewer sends.
@Suite struct BadCallTests {
    private static func call(_ method: String, _ parameters: String = "{}") -> String {
        #"{"method":"org.sheaf.\#(method)","parameters":\#(parameters)}"#
    }

    /// Returns the answer to one message; nil where its connection is closed.
    private static func answer(
        to message: [UInt8], descriptors: [Int32] = [], of service: RunningService
    ) throws -> String? {
        let peer = SharedDescriptor(try UnixSocket.connectBlocking(to: service.socket, seconds: 60))
        var sent = 0
        while sent < message.count {
            // It may be closed before all is sent.
            guard
                let count = try? UnixSocket.send(
                    peer.number, bytes: message.span.bytes.extracting(droppingFirst: sent),
                    descriptors: sent == 0 ? descriptors : [])
            else { break }
            sent += count
        }
        var answer: [UInt8] = []
        while answer.last != 0 {
            var piece = [UInt8](repeating: 0, count: 65_536)
            let count = recv(peer.number, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            answer += piece[..<count]
        }
        return String(decoding: answer.dropLast(), as: UTF8.self)
    }

    @Test func whatIsNoCallEndsItsConnectionAndNoOther() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9\nwidth = 60\nheight = 80"))
        let deep = String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000)
        let info = #"{"method":"org.varlink.service.GetInfo"}"#
        for (name, message) in [
            (
                "20 MiB",
                Array(Self.call("Manager.Status", #"{"x":""# + String(repeating: "x", count: 20 << 20) + "\"}").utf8)
            ),
            ("a byte too many", Array(info.utf8) + Array(repeating: 32, count: (64 << 10) + 1 - info.utf8.count)),
            ("deep", Array(Self.call("Manager.Status", #"{"x":\#(deep)}"#).utf8)),
            ("100,000 deep", Array(repeating: UInt8(ascii: "["), count: 100_000)),
            ("a number that is none", Array(Self.call("Reader.GetState", #"{"reader":NaN}"#).utf8)),
            ("an endless number", Array(Self.call("Reader.GetState", #"{"reader":1e999}"#).utf8)),
            ("no UTF-8", Array(#"{"method":"org.sheaf.Manager.Status"#.utf8) + [0xff] + Array(#""}"#.utf8)),
            ("a key twice", Array(Self.call("Reader.GetState", #"{"reader":"a","reader":"b"}"#).utf8)),
            ("nothing", []),
        ] {
            #expect(try Self.answer(to: message + [0], of: service) == nil, "\(name)")
            #expect(try reader.state().phase == .rest)
        }
        let longest = Array(info.utf8) + Array(repeating: 32, count: (64 << 10) - info.utf8.count)
        #expect(try Self.answer(to: longest + [0], of: service)?.contains("org.sheaf.Reader") == true)
        for number in ["9223372036854775808", "-9223372036854775809", "1e300", "1.5", "123456789012345678901234567890"]
        {
            let call = Self.call("Reader.GetPage", #"{"reader":"\#(reader.id)","index":\#(number)}"#)
            let answer = try Self.answer(to: Array(call.utf8) + [0], of: service)
            #expect(answer?.contains("InvalidCall") ?? true, "\(number): \(answer ?? "")")
            #expect(answer?.contains(#""page""#) != true)
        }
        #expect(try reader.state().phase == .rest)
    }

    @Test func descriptorsComeWhereTheyBelong() throws {
        let service = try RunningService(providers: ["sheaf-pattern"])
        let file = SharedDescriptor(try FileDescriptor.open(service.pattern("pages = 3")))
        let open =
            Array(Self.call("Reader.Open", #"{"fileDescriptor":0,"viewport":{"width":60,"height":80}}"#).utf8) + [0]
        let info = Array(#"{"method":"org.varlink.service.GetInfo"}"#.utf8) + [0]
        func answer(_ message: [UInt8], _ count: Int) throws -> String? {
            try Self.answer(to: message, descriptors: Array(repeating: file.number, count: count), of: service)
        }
        #expect(try answer(open, 0)?.contains(#""field":"fileDescriptor""#) == true)
        #expect(try answer(open, 1)?.contains(#""state""#) == true)
        #expect(try answer(open, 64)?.contains(#""state""#) == true)
        #expect(try answer(open, 65) == nil)
        #expect(try answer(info, 64)?.contains("org.sheaf.Reader") == true)
        #expect(try answer(info, 65) == nil)
        var ends: (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { near, far in ends = (near.release(), far.release()) }
        defer { for end in [ends.0, ends.1] { close(end) } }
        let refused = try Self.answer(to: open, descriptors: [ends.0], of: service)
        #expect(refused?.contains("org.sheaf.Reader.NotAFile") == true, "\(refused ?? "")")
    }

    /// A client goes after a part of a call, after the whole without waiting, or after the answer.
    @Test func aClientMayGoAtEveryPointOfASession() throws {
        let service = try RunningService(
            configuration: "[Readers]\nReaderKeepSec=1s\n", providers: ["sheaf-pattern"])
        let path = try service.pattern("pages = 9\nwidth = 60\nheight = 80")
        let steps: [(method: String, parameters: String, more: Bool)] = [
            ("Open", #""fileDescriptor":0,"viewport":{"width":60,"height":80}"#, false),
            ("GetPage", #""index":3"#, false),
            ("Navigate", #""target":{"relative":1}"#, false),
            ("Navigate", #""target":{"index":7},"duration":60000"#, false),
            ("BeginDrag", #""offset":0.0"#, false), ("Drag", #""offset":0.5"#, false), ("ReleaseDrag", "", false),
            ("GetPage", #""handover":"inline","format":"png""#, false),
            ("SetViewport", #""viewport":{"width":90,"height":90}"#, false),
            ("Watch", "", true), ("Close", "", false),
        ]
        for last in steps.indices {
            for way in 0..<3 {
                let peer = try RawConnection(service.socket)
                var reader = ""
                for (index, step) in steps[...last].enumerated() where !step.more || index == last {
                    let fields = [reader.isEmpty ? "" : #""reader":"\#(reader)""#, step.parameters].filter {
                        !$0.isEmpty
                    }
                    let text =
                        #"{"method":"org.sheaf.Reader.\#(step.method)","parameters":{\#(fields.joined(separator: ","))}"#
                        + (step.more ? #","more":true}"# : "}")
                    let bytes = Array(text.utf8) + [0]
                    let isLast = index == last
                    let part = isLast && way == 0 ? Array(bytes[..<(bytes.count / 2)]) : bytes
                    let file = index == 0 ? [SharedDescriptor(try FileDescriptor.open(path))] : []
                    try withExtendedLifetime(file) { try peer.send(bytes: part, descriptors: file.map(\.number)) }
                    guard !isLast || way == 2 else { continue }
                    let answer = try peer.receive()
                    if index == 0, let start = answer.range(of: #""reader":""#)?.upperBound {
                        reader = String(answer[start...].prefix { $0 != "\"" })
                    }
                }
            }
        }
        let status = try eventually(log: service.log) {
            try service.connect().status()
        } until: {
            $0.readers == 0 && $0.connections == 1
        }
        #expect(status.documents == 0)
        #expect(try TestReader(service, path).page(0).page.index == 0)
    }

    /// As text a page takes a third more than as it is, and its viewer may take its time.
    @Test func pagesThatAreNotReadAreNotKeptAsText() throws {
        let service = try RunningService(
            configuration: "[Cache]\nReadAhead=0\nLeaseMaxPerUser=30M\n", providers: ["sheaf-pattern"])
        let reader = try TestReader(
            service, service.pattern("pages = 9\nwidth = 2000\nheight = 1500"), width: 2_000, height: 1_500)
        let whole = try reader.page(0, handover: .inline).bytes
        #expect(whole.count == 12_000_000)
        func memory() throws -> Int {
            let status = try String(
                contentsOfFile: "/proc/\(service.process.processIdentifier)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
        }
        let before = try memory()
        var clients: [VarlinkBlockingClient] = []
        for _ in 0..<60 {
            let client = try service.connect()
            try client.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 0, handover: .inline))
            clients.append(client)
        }
        try service.answer()
        // In kilobytes; sixty texts have 960 MB.
        let more = try memory() - before
        #expect(isSanitized || more < 40_000, "\(more)")
        // The page counts once for its user, and two of them are all that may wait.
        let second = try service.connect()
        try second.send(ReaderInterface.GetPage.self, .init(reader: reader.id, index: 1, handover: .inline))
        try eventually { try service.connect().status().cache.pages == 2 }
        try service.answer()
        let refusal = try failure { _ = try reader.page(2, handover: .inline) }
        #expect(refusal == .limitReached(limit: "LeaseMaxPerUser", value: 30 << 20), "\(String(describing: refusal))")
        // Each gets it as soon as it reads, byte by byte as it is.
        for client in clients + [second] {
            let page = try client.receive(ReaderInterface.GetPage.self).parameters.page
            #expect(page.data?.utf8.count == 16_000_000)
        }
        #expect(try reader.page(0, handover: .inline).bytes == whole)
        #expect(try reader.page(2, handover: .inline).bytes.count == 12_000_000)
    }
}

/// A process that runs clients/bad_client.py.
final class BadClient {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// How many of its connections were served.
    private(set) var served = 0

    /// Starts it and waits until it has done what it does.
    ///
    /// - Parameter document: what it asks about without a pause, until ``finish()``.
    init(
        _ service: RunningService, _ act: String, connections: Int, user: UInt32?, document: String? = nil
    ) throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/bad_client.py").path
        let prefix = user.map { ["/usr/bin/setpriv"] + Command.asUser($0) } ?? []
        let arguments = [service.socket, act, "\(connections)"] + (document.map { [$0] } ?? [])
        let words = prefix + ["/usr/bin/python3", script] + arguments
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        served = try readNumber()
    }

    deinit { end() }

    private func readNumber() throws -> Int {
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), let first = byte.first, first != 10 {
            line.append(first)
        }
        guard let number = Int(String(decoding: line, as: UTF8.self)) else { throw TestFailure("no client: \(line)") }
        return number
    }

    /// Ends one that asks without a pause; returns how many answers it got.
    func finish() throws -> Int {
        try input.fileHandleForWriting.close()
        defer { process.waitUntilExit() }
        return try readNumber()
    }

    /// Descriptors that wait in its sockets.
    var unreceived: Int {
        get throws {
            let folder = "/proc/\(process.processIdentifier)/fdinfo/"
            return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
                let text = (try? String(contentsOfFile: folder + name, encoding: .utf8)) ?? ""
                return sum + (text.firstMatch(of: /scm_fds: (\d+)/).flatMap { Int($0.1) } ?? 0)
            }
        }
    }

    /// Ends it with SIGKILL.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
