import CSheafWeb
import Glibc
import SheafOS

/// Makes other pictures of rendered pages, on threads of its own: mirrored, distorted, grey, and in formats that the service has not.
@safe final class PixelWorkers {
    static let threads: UInt32 = 2
    /// How many pictures may wait; a further one is refused.
    static let waitingLimit = 64
    private static let quality: Int32 = 85

    private let jobs: FileDescriptor
    private let results: FileDescriptor
    private let source: DescriptorSource
    private let waiting: Waiting

    /// The jobs that are worked on. The worker has the numbers of their descriptors, which stay open until it is done.
    private final class Waiting {
        var last: UInt64 = 0
        var jobs: [UInt64: (page: SharedDescriptor, output: SharedDescriptor, completion: Completion)] = [:]
    }

    /// With the file, in shared memory, and its length.
    typealias Completion = (Result<(SharedDescriptor, length: Int), OSError>) -> Void

    init(loop: EventLoop) throws(OSError) {
        let jobEnds = try Pipe.numbers(capacity: 1 << 16)
        let resultEnds = try Pipe.numbers(capacity: 1 << 16)
        jobs = FileDescriptor(owning: jobEnds.writing)
        results = FileDescriptor(owning: resultEnds.reading)
        let waiting = Waiting()
        self.waiting = waiting
        try check(
            sheaf_pixels_start(Self.threads, jobEnds.reading, resultEnds.writing), "start the threads for pictures")
        let number = resultEnds.reading
        source = try loop.watch(number, for: .readable) { _ in
            var result = sheaf_pixels_result()
            let size = MemoryLayout<sheaf_pixels_result>.size
            guard unsafe read(number, &result, size) == size, let job = waiting.jobs.removeValue(forKey: result.number)
            else { return }
            if result.bytes < 0 {
                job.completion(
                    .failure(OSError(code: Int32(clamping: -result.bytes), operation: "make a picture of a page")))
            } else {
                job.completion(.success((job.output, Int(result.bytes))))
            }
        }
    }

    /// Makes a picture. The completion is never called from within this call, and not where this fails.
    ///
    /// - Parameters:
    ///   - page: four bytes a pixel, `size` in all; the first pixel of the picture is at `offset`, and rows are `stride` apart.
    ///   - part: the size of what the picture shows, in pixels.
    func make(
        _ change: ImagePlan.PixelChange, as format: ImageRequest.Format, of page: SharedDescriptor, size: Int,
        offset: Int, stride: Int, part: (width: Int, height: Int), completion: @escaping Completion
    ) throws(OSError) {
        guard waiting.jobs.count < Self.waitingLimit else {
            throw OSError(code: EAGAIN, operation: "make a picture of a page")
        }
        let output = SharedDescriptor(try Memfd.create(name: "sheaf-web-picture", size: 0))
        waiting.last += 1
        var job = sheaf_pixels_job()
        job.number = waiting.last
        job.source = page.number
        job.output = output.number
        job.size = UInt64(size)
        job.offset = UInt64(offset)
        job.stride = UInt32(stride)
        (job.source_width, job.source_height) = (UInt32(part.width), UInt32(part.height))
        (job.width, job.height) = (UInt32(change.width), UInt32(change.height))
        job.mirrored = change.isMirrored ? 1 : 0
        job.colours =
            switch change.quality {
            case .default, .color: SHEAF_PIXELS_COLOUR
            case .gray: SHEAF_PIXELS_GRAY
            case .bitonal: SHEAF_PIXELS_BITONAL
            }
        job.format =
            switch format {
            case .jpg: SHEAF_PIXELS_JPEG
            case .png: SHEAF_PIXELS_PNG
            case .webp: SHEAF_PIXELS_WEBP
            }
        job.quality = Self.quality
        let written = unsafe write(jobs.number, &job, MemoryLayout<sheaf_pixels_job>.size)
        guard written == MemoryLayout<sheaf_pixels_job>.size else {
            throw OSError(code: errno, operation: "have a picture made")
        }
        waiting.jobs[job.number] = (page, output, completion)
    }
}
