import Navigation
import Testing

@testable import PageCache
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

/// Faults that are put into the service are found by the model of the whole service.
@Suite struct PlantedFaultTests {
    /// A page that somebody goes on protecting, as for a transition that never ends.
    @Test func aPageThatStaysDeferredIsFound() throws {
        let folder = try ModelRun.makeFolder()
        defer { ModelRun.remove(folder) }
        let world = try ModelWorld(seed: 1, folder: folder)
        var step = 0
        var kept: CacheContent?
        while kept == nil, world.problem == nil {
            for _ in 0..<50 where world.problem == nil {
                try world.step(step)
                step += 1
            }
            try world.rest()
            let isAtRest = world.service.core.readers.all.allSatisfy { $0.standing.isAtRest || !$0.standing.isOpen }
            kept = isAtRest ? world.service.core.store.cache.contents.first { $0.need == .none } : nil
        }
        let content = try #require(kept)
        world.checkDeferred()
        #expect(world.problem == nil)
        let store = world.service.core.store
        store.protect(Protection(moving: [content.slot]), of: store.addReader(of: 0))
        store.setLimits(CacheLimits(soft: 0, hard: store.limitsInForce.hard))
        world.checkDeferred()
        #expect(world.problem?.contains("is deferred, and all readers are at rest") == true)
        try world.endService()
    }
}
