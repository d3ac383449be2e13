import Glibc
import SheafOS
import Testing

@Suite struct ProcessMemoryTests {
    @Test func theMemoryOfAProcessIsWhatItHasForItself() throws {
        let before = try #require(ProcessMemory.ownBytes(of: getpid()))
        #expect(before > 0)
        let size = 64 << 20
        let memory = try #require(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, size) }
        memset(memory, 1, size)
        // Other tests of this process give some back meanwhile.
        #expect(try #require(ProcessMemory.ownBytes(of: getpid())) > before + size / 2)
        #expect(ProcessMemory.ownBytes(of: .max) == nil)
    }
}
