import SheafOS
import Testing

@testable import SheafService

/// The numbers are systemd's: src/shared/common-signal.h.
@Suite struct ServiceCommandTests {
    @Test(
        arguments: [
            (0x100, .logLevel(.error)), (0x103, .logLevel(.error)), (0x104, .logLevel(.warning)),
            (0x105, .logLevel(.notice)), (0x106, .logLevel(.info)), (0x107, .logLevel(.debug)),
            (0x200, .logTarget(.console)), (0x201, .logTarget(.journal)), (0x203, .logTarget(.null)),
            (0x300, .trimMemory), (0x301, .reportMemory),
        ] as [(Int32, ServiceCommand)])
    func aValueMeansWhatItMeansToSystemd(value: Int32, command: ServiceCommand) {
        #expect(ServiceCommand(value: value) == command)
    }

    @Test(arguments: [0, 1, -1, 0xff, 0x108, 0x1ff, 0x202, 0x204, 0x2ff, 0x302, 0x500, .max, .min] as [Int32])
    func otherValuesMeanNothing(value: Int32) {
        #expect(ServiceCommand(value: value) == nil)
    }
}
