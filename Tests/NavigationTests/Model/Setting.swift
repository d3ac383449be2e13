import Navigation

/// How a world begins. Printed, it is Swift that can be pasted into a test.
struct Setting: Hashable, CustomStringConvertible {
    struct Reader: Hashable {
        var axes: [Axis]
        var setups: [AxisSetup]
        var isManual = false
        var background: Int?
    }

    var pages: [Surface: Int]
    var readers: [Reader]
    /// How many pages the cache that they share holds, more or less; nil: there is none.
    var cachedPages: Int?

    var description: String {
        let counts = Surface.allCases.map { ".\($0): \(pages[$0] ?? 0)" }.joined(separator: ", ")
        return "Setting(pages: [\(counts)], readers: [\n"
            + readers.map { "    \(describe($0)),\n" }.joined()
            + "], cachedPages: \(cachedPages.map(String.init) ?? "nil"))"
    }

    private func describe(_ reader: Reader) -> String {
        let setups = reader.setups.map { setup in
            let unlocks = setup.unlocks.map(String.init) ?? "nil"
            return "AxisSetup(spreads: \(Command.describe(setup.spreads)), unlocks: \(unlocks), "
                + "isEnabled: \(setup.isEnabled), start: \(setup.start))"
        }
        return ".init(axes: [\(reader.axes.map { ".\($0)" }.joined(separator: ", "))], "
            + "setups: [\(setups.joined(separator: ", "))], isManual: \(reader.isManual), "
            + "background: \(reader.background.map(String.init) ?? "nil"))"
    }
}
