import CSheafShims
import Glibc

/// What the allocator says of itself.
package enum AllocatorReport {
    /// malloc_info(3): XML, for those who know glibc's allocator.
    package static func text() throws(OSError) -> String {
        var text: UnsafeMutablePointer<CChar>?
        try check(unsafe sheaf_memory_report(&text), "ask the allocator")
        defer { unsafe free(text) }
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }
}
