import Glibc
package import HostProtocol
package import SheafOS

/// A page that a provider renders in a process of its own, as a host would or unconfined.
package struct ProviderRun: Sendable {
    package let library: String
    package let settings: [HostSettings.Entry]
    package let document: SharedDescriptor
    /// The path by which the document's file was found.
    package let path: String
    /// Which page, from 0, and how.
    package let index: Int
    package let view: LocalDocument.View
    /// How long the provider may take for one thing that it is asked, in microseconds.
    package let callTime: UInt64

    package init(
        library: String, settings: [HostSettings.Entry], document: SharedDescriptor, path: String,
        index: Int, view: LocalDocument.View, callTime: UInt64
    ) {
        self.library = library
        self.settings = settings
        self.document = document
        self.path = path
        self.index = index
        self.view = view
        self.callTime = callTime
    }

    /// How the process has ended.
    package enum End: Sendable {
        case rendered(LocalDocument.Page, title: String)
        case failed(HostError)
        /// The process crashed or hung: what the provider was asked, and what came.
        case ended(asked: String, came: String)
    }

    /// Renders the page.
    ///
    /// - Parameter say: takes what the provider logs, in the process of the provider; nil: that is lost, with all that it prints.
    package func render(
        _ conditions: ProviderConditions, password: String?, say: (@Sendable (String) -> Void)?
    ) throws(OSError) -> (end: End, reached: ReachedFiles) {
        let memory = SharedDescriptor(try Memfd.create(name: "page", size: 0))
        let process = try CheckProcess(isWatched: conditions == .unconfined, isSilent: say == nil) { report in
            do throws(HostError) {
                report.write(.asked(CheckBench.loading))
                let provider = try LocalProvider(
                    library: library, settings: settings, conditions: conditions, say: say ?? { _ in })
                report.write(.asked("to open the document"))
                let document = try provider.open(document, path: path, password: password)
                report.write(.asked("to render page \(index + 1)"))
                let page = try document.render(page: index, view, into: memory)
                report.write(.rendered(page.fields(title: provider.title)))
            } catch {
                let lock =
                    if case .passwordNeeded(let isWrong) = error.code { isWrong ? "wrong" : "locked" } else { "" }
                report.write(.failed(lock: lock, message: error.description))
            }
        }
        var asked = "nothing yet"
        var end: End?
        while let message = try process.next(within: callTime) {
            switch message {
            case .asked(let what): asked = what
            case .rendered(let fields): end = LocalDocument.Page.read(fields, memory).map { .rendered($0, title: $1) }
            case .failed(let lock, let message):
                end = .failed(
                    HostError(lock.isEmpty ? .hostFailed : .passwordNeeded(isWrong: lock == "wrong"), message))
            default: break
            }
        }
        let isHung = process.isHung
        let how = process.end()
        let came =
            isHung ? "gave no answer within \(callTime / 1_000_000) s, and its process was ended" : how.description
        return (end ?? .ended(asked: asked, came: came), process.reached)
    }
}

extension LocalDocument.Page {
    /// The page as fields of a message; its pixels are in shared memory.
    fileprivate func fields(title: String) -> [String] {
        let numbers: [UInt64] = [
            metrics.width.bitPattern, metrics.height.bitPattern, metrics.isExact ? 1 : 0, UInt64(width),
            UInt64(height), UInt64(rendered.bytes), UInt64(rendered.stride), rendered.isCuttable ? 1 : 0,
            rendered.microseconds,
        ]
        return [title, metrics.label] + numbers.map { "\($0)" }
    }

    /// Reads such fields; nil where they are none.
    fileprivate static func read(
        _ fields: [String], _ memory: SharedDescriptor
    ) -> (page: LocalDocument.Page, title: String)? {
        let numbers = fields.dropFirst(2).compactMap { UInt64($0) }
        guard fields.count == 11, numbers.count == 9 else { return nil }
        let metrics = PageMetrics(
            width: Double(bitPattern: numbers[0]), height: Double(bitPattern: numbers[1]), label: fields[1],
            isExact: numbers[2] == 1)
        let rendered = RenderedPage(
            bytes: Int(clamping: numbers[5]), stride: Int(clamping: numbers[6]), isCuttable: numbers[7] == 1,
            microseconds: numbers[8])
        let page = LocalDocument.Page(
            metrics: metrics, width: Int(clamping: numbers[3]), height: Int(clamping: numbers[4]), rendered: rendered,
            memory: memory)
        return (page, fields[0])
    }

    /// Whether another rendering has the same bytes.
    package func hasBytes(of other: LocalDocument.Page) throws(OSError) -> Bool {
        guard rendered.bytes == other.rendered.bytes else { return false }
        let (one, two) = (
            try SharedMemory(mappingSealed: memory.number, size: rendered.bytes),
            try SharedMemory(mappingSealed: other.memory.number, size: rendered.bytes)
        )
        return one.withBytes { bytes in
            two.withBytes { others in
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe others.withUnsafeBytes { others in
                        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
                        return unsafe memcmp(first, second, bytes.count) == 0
                    }
                }
            }
        }
    }
}
