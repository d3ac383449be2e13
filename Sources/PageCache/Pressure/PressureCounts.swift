/// How many warnings there were since the start.
package struct PressureCounts: Equatable, Sendable {
    private var counts = [Int](repeating: 0, count: PressureSource.allCases.count * PressureLevel.allCases.count)

    package init() {}

    /// The warnings of one source at one level.
    package internal(set) subscript(source: PressureSource, level: PressureLevel) -> Int {
        get { counts[Self.place(source, level)] }
        set { counts[Self.place(source, level)] = newValue }
    }

    /// All of them.
    package var total: Int { counts.reduce(0, +) }

    private static func place(_ source: PressureSource, _ level: PressureLevel) -> Int {
        source.rawValue * PressureLevel.allCases.count + level.rawValue
    }
}
