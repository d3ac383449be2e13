import Glibc
import SheafOS
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Shared memory that nobody has mapped counts for no process: neither a limit on addresses holds it nor does the kernel end
/// who has it. A host gets what it fills, and no more.
@Suite struct SharedMemoryTests {
    /// The bytes of a page of the tests.
    private static let pageBytes = 40_000

    private static func open(_ act: String, _ test: TestSupervisor) throws -> HostDocument {
        let examined = try test.examine(try test.file("hostile 1 act=\(act)\n"))
        return try test.result { test.supervisor.open(examined, provider: "hostile", completion: $0) }.get()
    }

    private static func render(_ document: HostDocument, _ test: TestSupervisor) throws -> HostError? {
        let job = try test.job(page: 0)
        return try test.failure { document.render(job, completion: $0) }
    }

    @Test func aHostMakesNone() throws {
        let test = try TestSupervisor(providers: ["test-hostile"])
        let document = try Self.open("take-shared-memory", test)
        #expect(try Self.render(document, test) == nil)
        #expect(test.lines.contains { $0.text == "took 0 MiB of shared memory" }, "\(test.lines.map(\.text))")
    }

    @Test func aHostThatKeepsThePagesThatItHasAnsweredIsEnded() throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"]) { $0.keptPageBytes = 1 << 20 }
        let neighbour = try test.open("pages=3", owner: .uid(2))
        let document = try Self.open("keep-page", test)
        let first = test.pids
        func isEnded() -> Bool {
            test.lines.contains { $0.level == .error && $0.text.contains("its host is ended: it keeps ") }
        }
        var pages = 0
        while !isEnded(), pages < 200 {
            let failure = try Self.render(document, test)
            #expect(failure == nil, "it is asked again in another host")
            pages += 1
        }
        #expect(isEnded())
        // It was looked at when it had been handed twice the limit at the latest.
        #expect(pages * Self.pageBytes <= 2 * (1 << 20) + 3 * Self.pageBytes)
        #expect(test.pids != first)
        #expect(try test.renderFailure(neighbour, page: 1) == nil)
    }

    /// A host with too many descriptors is ended: nobody can look at so many of them while others wait.
    @Test func aHostWithTooManyDescriptorsIsEnded() throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"]) { $0.descriptors = 100 }
        let neighbour = try test.open("pages=3", owner: .uid(2))
        let document = try Self.open("leak-descriptors", test)
        let first = test.pids
        func isEnded() -> Bool {
            let end = "its host is ended: it has more than 164 descriptors"
            return test.lines.contains { $0.level == .error && $0.text.contains(end) }
        }
        for _ in 0...HostLimits.requestsPerLook where !isEnded() { _ = try Self.render(document, test) }
        #expect(isEnded() && test.pids != first, "\(test.lines.map(\.text))")
        #expect(try test.renderFailure(neighbour, page: 1) == nil)
    }

    /// A page stays whole as long as a part of it is mapped, also where its descriptor was closed.
    @Test func aHostThatKeepsPartsOfPagesMappedIsEnded() throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"]) { $0.mappedPages = 8 }
        let neighbour = try test.open("pages=3", owner: .uid(2))
        let document = try Self.open("map-a-part", test)
        let first = test.pids
        func isEnded() -> Bool {
            test.lines.contains {
                $0.level == .error && $0.text.contains(" pages mapped that it has answered, and 8 are")
            }
        }
        for _ in 0...2 * HostLimits.requestsPerLook where !isEnded() { #expect(try Self.render(document, test) == nil) }
        #expect(isEnded() && test.pids != first, "\(test.lines.map(\.text))")
        #expect(try test.renderFailure(neighbour, page: 1) == nil)
    }

    @Test func aHostWithTooManyMappingsIsEnded() throws {
        let test = try TestSupervisor(providers: ["test-hostile", "test-plain"])
        let neighbour = try test.open("pages=3", owner: .uid(2))
        let document = try Self.open("map-much", test)
        let first = test.pids
        func isEnded() -> Bool {
            test.lines.contains { $0.level == .error && $0.text.contains("it has more than 8192 mappings") }
        }
        for _ in 0...HostLimits.requestsPerLook where !isEnded() { _ = try Self.render(document, test) }
        #expect(isEnded() && test.pids != first, "\(test.lines.map(\.text))")
        #expect(try test.renderFailure(neighbour, page: 1) == nil)
    }

    @Test func whoKeepsLessIsNot() throws {
        let test = try TestSupervisor(providers: ["test-hostile"]) { $0.keptPageBytes = 1 << 20 }
        let document = try Self.open("keep-pages-at-first", test)
        let first = test.pids
        for _ in 0..<150 { #expect(try Self.render(document, test) == nil) }
        #expect(test.pids == first)
    }
}
