import Glibc
import SheafOS
import TestSupport
import Testing

@Suite struct MemfdTests {
    @Test func sealedMemoryCannotBeWrittenResizedOrUnsealed() throws {
        let memory = try Memfd.create(name: "page", size: 4096)
        try Memfd.seal(memory.number)
        #expect(try Memfd.seals(of: memory.number) == Memfd.finalSeals)
        #expect(throws: OSError.self) { try Memfd.resize(memory.number, to: 8192) }
        #expect(throws: OSError.self) { _ = try SharedMemory(mapping: memory.number, size: 4096, writable: true) }
    }

    @Test func sealingWaitsForWritableMappingsToGo() throws {
        let memory = try Memfd.create(name: "page", size: 4096)
        do {
            let mapping = try SharedMemory(mapping: memory.number, size: 4096, writable: true)
            mapping.store(7, word: 1)
            #expect(throws: OSError(code: EBUSY, operation: "seal shared memory")) { try Memfd.seal(memory.number) }
        }
        try Memfd.seal(memory.number)
        let mapping = try SharedMemory(mappingSealed: memory.number, size: 4096)
        #expect(mapping.load(word: 1) == 7)
    }

    @Test func memoryIsAllocatedAndGivenBackWhileItIsMapped() throws {
        let memory = SharedDescriptor(try Memfd.create(name: "page", size: 1 << 20))
        let mapping = try SharedMemory(mapping: memory.number, size: 1 << 20, writable: true)
        try mapping.allocate(1 << 19..<1 << 20, of: memory.number)
        #expect(allocatedBytes(of: memory.number) == 1 << 19)
        let last = 1 << 18 - 1
        mapping.store(7, word: last)
        memory.free()
        #expect(allocatedBytes(of: memory.number) == 0 && mapping.load(word: last) == 0)
    }

    /// A page that was handed over is nobody's to take back.
    @Test func sealedMemoryIsNotGivenBack() throws {
        let memory = SharedDescriptor(try Memfd.create(name: "page", size: 4096))
        try Memfd.write([7], to: memory.number, at: 0)
        try Memfd.seal(memory.number)
        memory.free()
        #expect(try Memfd.read(memory.number, 1, at: 0) == [7])
    }
}

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

@Suite struct AllocatorReportTests {
    @Test func theAllocatorSaysAllOfIt() throws {
        let text = try AllocatorReport.text()
        #expect(text.hasPrefix("<malloc version=\"1\">\n") && text.hasSuffix("</malloc>\n"))
    }
}
