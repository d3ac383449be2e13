/// A key of sheafd.conf: what it sets, what it takes, and when a change of it takes effect.
struct ConfigurationKey: Sendable {
    /// Takes a value; returns nil, or what the value must be.
    let set: @Sendable (inout Configuration, _ value: String, _ memory: Int) -> String?
    /// Whether two configurations have the same value for it.
    let isSame: @Sendable (Configuration, Configuration) -> Bool
    /// Whether a change of it takes effect when the service is started again; others do at once.
    let waitsForRestart: Bool

    /// - Parameters:
    ///   - path: what it sets.
    ///   - wanted: what its value must be, for people: "an absolute path".
    ///   - parse: makes the value of a text, of what was set before and of the bytes of memory that there are; nil where
    ///     the text is none.
    init<Value: Equatable & SendableMetatype>(
        _ path: any WritableKeyPath<Configuration, Value> & Sendable, _ wanted: String, waitsForRestart: Bool = false,
        parse: @escaping @Sendable (_ text: String, _ before: Value, _ memory: Int) -> Value?
    ) {
        self.waitsForRestart = waitsForRestart
        set = { configuration, text, memory in
            guard let value = parse(text, configuration[keyPath: path], memory) else { return wanted }
            configuration[keyPath: path] = value
            return nil
        }
        isSame = { $0[keyPath: path] == $1[keyPath: path] }
    }
}
