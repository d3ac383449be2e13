import Glibc
import SheafOS
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
        let mapping = try SharedMemory(mapping: memory.number, size: 4096, writable: false)
        #expect(mapping.load(word: 1) == 7)
    }
}
