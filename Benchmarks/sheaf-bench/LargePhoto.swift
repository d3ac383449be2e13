import CBenchmark
import SheafOS

/// A photo of 96 megapixels on a screen of 1080 lines, and a part of it at full size: against the programs that make pictures small,
/// each in a process of its own, and against decoding all of it.
///
/// Each round starts a new service: its first page comes with the start of a host, the second from the host that runs.
struct LargePhoto {
    private static let width = 12_000
    private static let height = 8_000
    private static let screen = (width: 1_620, height: 1_080)
    /// The part that is looked at closely: as large as the screen, in the middle.
    private static let part = (x: 5_190, y: 3_460, width: 1_620, height: 1_080)

    /// The measurements of one side in each round.
    private struct Times {
        let name: String
        /// The times in microseconds.
        var times: [Double] = []
        /// The peaks of memory in bytes.
        var peaks: [Double] = []
    }

    let bench: Bench

    func run(_ report: inout Report) throws(BenchmarkError) {
        let photo = try makePhoto()
        let small = bench.folder.file("small.ppm")
        let size = "\(Self.screen.width)x\(Self.screen.height)"
        let commands: [(String, [String])] = [
            ("vipsthumbnail", ["vipsthumbnail", photo, "-s", size, "-o", small]),
            (
                "vipsthumbnail, no vector code",
                ["env", "VIPS_NOVECTOR=1", "vipsthumbnail", photo, "-s", size, "-o", small]
            ),
            ("GraphicsMagick", ["gm", "convert", "-size", size, photo, "-resize", size, small]),
            ("all of it, decoded (vips)", ["vips", "copy", photo, bench.folder.file("large.ppm")]),
            ("all of it, decoded (gm)", ["gm", "convert", photo, bench.folder.file("large.ppm")]),
        ]
        say("\nA JPEG of \(Self.width) by \(Self.height) pixels on a screen of \(size)\n")
        var table = Table(["", "", "median", "peak memory"], leftColumns: 2)
        for processors in Processors.choices {
            var own = ["Sheaf, a new service", "Sheaf, its host runs", "Sheaf, a part at full size"].map {
                Times(name: $0)
            }
            var others = commands.map { Times(name: $0.0) }
            for _ in 0..<bench.rounds(7, quick: 2) {
                try measureSheaf(photo, processors, &own)
                for (place, command) in commands.enumerated() {
                    let began = EventLoop.now
                    try Program.output(of: command.1, on: processors.mask)
                    others[place].times.append(Double(EventLoop.now - began))
                    others[place].peaks.append(Double(benchmark_peak()))
                }
            }
            for (index, side) in (own + others).enumerated() {
                let megabytes = side.peaks.median / Double(1 << 20)
                table.add([
                    index == 0 ? processors.name : "", side.name, side.times.median.milliseconds,
                    "\(megabytes.short) MB",
                ])
                report.record(
                    "photo", scene: processors.name, side: side.name,
                    ["median_us": side.times.median, "peak_mb": megabytes])
            }
        }
        say(table.text)
    }

    private func measureSheaf(
        _ photo: String, _ processors: Processors, _ times: inout [Times]
    ) throws(BenchmarkError) {
        // At full size the whole page is made as small as it may be, so that it is not what is measured.
        let sheaf = try Sheaf(
            bench, on: processors.mask,
            settings:
                "[Cache]\nReadAhead = 0\nRegionDelayMSec = 0\nMaxRenditionPixels = \(Self.screen.width * Self.screen.height)\n"
        )
        func note(_ place: Int, since began: UInt64) {
            times[place].times.append(Double(EventLoop.now - began))
            times[place].peaks.append(Double(sheaf.hostPeak))
        }
        var began = EventLoop.now
        let reader = try sheaf.open(photo, width: Self.screen.width, height: Self.screen.height)
        try reader.getPage(0)
        note(0, since: began)
        // Hardly another size, and so nothing that is there.
        began = EventLoop.now
        try reader.setScale(Double(Self.screen.width - 1) / Double(Self.width))
        try reader.getPage(0)
        note(1, since: began)
        try reader.setScale(1)
        try reader.getPage(0)
        began = EventLoop.now
        try reader.getRegion(x: Self.part.x, y: Self.part.y, width: Self.part.width, height: Self.part.height)
        note(2, since: began)
    }

    /// Smooth noise, which is neither the best nor the worst case of a photo.
    private func makePhoto() throws(BenchmarkError) -> String {
        func file(_ name: String) -> String { bench.folder.file(name) }
        try Program.output(
            of: [
                "vips", "gaussnoise", file("noise.v"), "\(Self.width / 10)", "\(Self.height / 10)", "--mean", "128",
                "--sigma", "30",
            ])
        try Program.output(of: ["vips", "cast", file("noise.v"), file("grey.v"), "uchar"])
        try Program.output(of: ["vips", "resize", file("grey.v"), file("large.v"), "10"])
        try Program.output(of: ["vips", "colourspace", file("large.v"), file("colour.v"), "srgb"])
        try Program.output(of: ["vips", "jpegsave", file("colour.v"), file("photo.jpg"), "--Q", "85"])
        return file("photo.jpg")
    }
}
