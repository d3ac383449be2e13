import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// A service in a cgroup that allows it little memory.
@Suite(.enabled(if: SmallCgroup.canBeMade, "needs a cgroup of its own")) struct CgroupLimitTests {
    private static let allowed = isSanitized ? 1_600 << 20 : 160 << 20

    @Test func pagesTakeNoMoreThanHalfOfWhatTheCgroupAllows() throws {
        let cgroup = try LimitedCgroup(bytes: Self.allowed)
        defer { cgroup.remove() }
        let service = try RunningService(
            configuration: "[Cache]\nCacheMax=4000M\n", providers: ["sheaf-pattern"], launcher: cgroup.launcher)
        defer { service.stop() }
        // Pages of 7.7 MB, more of them than the cgroup allows.
        let pages = 2 * Self.allowed / (1_200 * 1_600 * 4)
        let reader = try TestReader(service, service.pattern("pages = \(pages)"), width: 1_200, height: 1_600)
        for index in 0..<pages { _ = try reader.navigate(.init(index: index), handover: .some(.none)) }
        for index in 0..<pages { _ = try reader.page(index, handover: .some(.none)) }
        let status = try service.connect().status()
        #expect(status.memoryLimit == Self.allowed && status.pid == Int(service.process.processIdentifier))
        #expect(status.cache.softLimit == Self.allowed / 5 * 2 && status.cache.hardLimit == Self.allowed / 2)
        #expect(status.cache.evicted > 0 && status.cache.bytes <= Self.allowed / 2)
        #expect(service.log.contains("the cgroup allows \(Self.allowed >> 20) MB"), "\(service.log)")
        let shown = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "status"])
        #expect(shown.text.contains("the cgroup allows"), "\(shown.text)")
        #expect(service.process.isRunning)
    }
}
