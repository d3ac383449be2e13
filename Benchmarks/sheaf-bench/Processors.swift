import CBenchmark

/// Where server and client run. Both sides of a comparison run in the same place.
struct Processors {
    let name: String
    /// A bit for each processor.
    let server: UInt64
    let client: UInt64

    /// On one processor, and on two where there are two.
    ///
    /// The server's is the same in both, so that it need not move: the last, since interrupts tend to go to the first.
    static let choices: [Processors] = {
        let all = (0..<64).map { UInt64(1) << $0 }.filter { benchmark_processors() & $0 != 0 }
        let last = all.last ?? 1
        let one = Processors(name: "one processor", server: last, client: last)
        guard let other = all.dropLast().last else { return [one] }
        return [one, Processors(name: "two processors", server: last, client: other)]
    }()

    /// Both on one processor.
    static var one: Processors { choices[0] }

    /// All of them, for programs that have more than one process or thread at work.
    var mask: UInt64 { server | client }
    var isOne: Bool { server == client }
}
