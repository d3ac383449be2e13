import CSheafProvider
import Glibc

/// The request that is being served, as the provider's functions see it.
///
/// Only ``isCancelled`` may be asked on other threads.
@safe final class RequestContext {
    private let serial: UInt32
    private let cancelWord: CancelWord
    /// Why it fails, in the provider's last words.
    var errorText = ""
    private(set) var items: [DocumentItem] = []
    /// Whether items were turned away because the answer was full.
    private(set) var isTruncated = false
    private var itemBytes = 0

    init(serial: UInt32, cancelWord: CancelWord) {
        self.serial = serial
        self.cancelWord = cancelWord
    }

    /// Whether anybody still waits for it.
    var isCancelled: Bool { cancelWord.isStopped(serial) }

    /// What the provider's functions get. It is good for as long as this object lives.
    var pointer: OpaquePointer { unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    /// The context behind a pointer that ``pointer`` made.
    static func from(_ pointer: OpaquePointer) -> RequestContext {
        unsafe Unmanaged<RequestContext>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Takes an item, unless the answer is full or was cancelled. The result is what `emit` answers.
    func take(_ item: DocumentItem) -> Int32 {
        guard !isCancelled else { return SHEAF_CANCELLED }
        let bytes = item.textBytes
        guard items.count < HostLimits.items, itemBytes + bytes <= HostLimits.itemBytes else {
            isTruncated = true
            return SHEAF_END
        }
        itemBytes += bytes
        items.append(item)
        return 0
    }

    /// What a function's result means: nothing where it succeeded.
    ///
    /// - Parameter isAboutPages: whether "there is none" means a page.
    func check(
        _ result: Int32, _ what: @autoclosure () -> String, isAboutPages: Bool = true
    ) throws(HostError) {
        switch result {
        case 0: return
        case SHEAF_END where isAboutPages, -ENOENT where isAboutPages:
            throw HostError(.noSuchPage, errorText.isEmpty ? "there is no such page" : errorText)
        case _ where result == SHEAF_CANCELLED || isCancelled:
            throw HostError(.cancelled, "the request was cancelled")
        case ..<0:
            // The errno of a careless provider may be anything; one that no system has says no more than EIO.
            let code = result > -4_096 ? -result : EIO
            throw HostError(.documentError(errno: code), errorText.isEmpty ? "the provider can't \(what())" : errorText)
        default:
            throw HostError(.documentError(errno: EPROTO), "the provider answered \(result) when asked to \(what())")
        }
    }
}
