import PageModel
import ProviderHost
import SheafOS

extension RenderedMemory {
    /// Checks what a host says it has written, and forbids every further change.
    ///
    /// - Parameters:
    ///   - capacity: the bytes of `memory`.
    ///   - number: what names it to viewers.
    static func sealed(
        _ memory: SharedDescriptor, capacity: Int, as page: RenderedPage, of rendition: Rendition, number: Int
    ) -> Result<RenderedMemory, HostError> {
        let isRaw = rendition.format == .bgrx8888
        guard page.bytes > 0, page.bytes <= capacity, !isRaw || page.bytes == capacity else {
            return .failure(
                HostError(.hostFailed, "the provider host wrote \(page.bytes) of \(capacity) bytes"))
        }
        do throws(OSError) {
            if page.bytes < capacity { try Memfd.resize(memory.number, to: page.bytes) }
            try Memfd.seal(memory.number)
            guard try Memfd.size(of: memory.number) == page.bytes else {
                return .failure(HostError(.hostFailed, "the provider host changed the size of a page"))
            }
        } catch {
            return .failure(HostError(.hostFailed, error.description))
        }
        return .success(
            RenderedMemory(
                descriptor: memory, rendition: rendition, number: number, bytes: page.bytes,
                stride: isRaw ? rendition.stride : 0, isCuttable: page.isCuttable))
    }
}
