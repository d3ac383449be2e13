import Glibc
import HostProtocol
import Places
import SheafOS
import Synchronization
import Testing

@testable import SheafDocuments
@testable import SheafReaders
@testable import SheafService

/// Requests of users to the database of places at the same time.
@Suite struct PlaceKeeperTests {
    private let service: TestService
    private let keeper: PlaceKeeper

    init() throws {
        service = try TestService(startingAt: 1_000_000)
        keeper = try PlaceKeeper(
            on: service.core.loop, folder: "/nonexistent", marksPerUser: 9, readers: service.core.readers,
            documents: service.core.documents, digests: service.core.digests, journal: Journal(threshold: .error))
    }

    /// A user asks for more than may wait; another one waits behind one piece of that work only.
    @Test func nobodyWaitsBehindAllThatAnotherHasAskedFor() throws {
        let isHeld = Mutex(true)
        var answered: [UInt32: Int] = [:]
        var failures: [PlacesFailure] = []
        func ask(_ user: UInt32, isHolding: Bool = false) {
            keeper.perform(for: user) { _ throws(PlacesFailure) in
                while isHolding, isHeld.withLock({ $0 }) { usleep(1_000) }
            } completion: { result in
                if case .failure(let failure) = result {
                    failures.append(failure)
                } else {
                    answered[user, default: 0] += 1
                }
            }
        }
        ask(1, isHolding: true)
        for _ in 0...PlaceKeeper.requestsPerUser { ask(1) }
        ask(2)
        try service.run { !failures.isEmpty }
        #expect(failures == [.failed("1024 requests of this user wait for the disk already")] && answered == [:])
        isHeld.withLock { $0 = false }
        try service.run { answered[2] != nil }
        #expect(answered[1] ?? 0 < 9)
        try service.run { answered[1] == PlaceKeeper.requestsPerUser + 1 }
        #expect(failures.count == 1)
    }

    /// Work that waits when the service ends is done.
    @Test func whatWaitsIsDoneBeforeItsEnd() {
        var answered = 0
        for _ in 0..<50 {
            keeper.perform(for: 1) { _ throws(PlacesFailure) in
            } completion: { _ in
                answered += 1
            }
        }
        keeper.finish()
        #expect(answered == 50)
    }
}
