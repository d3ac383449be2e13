/// What a reader's viewers were handed and have not returned: an account, not the memory itself.
struct HeldPages {
    /// A reader's account remembers at most so many pages; past it the older half is forgotten.
    static let maxRemembered = 4_096

    private var bytesByNumber: [Int: Int] = [:]
    /// The bytes of all of them.
    private(set) var bytes = 0

    /// How many there are.
    var count: Int { bytesByNumber.count }

    /// Notes a page that was handed over; once however often it was.
    mutating func add(_ memory: RenderedMemory) {
        guard bytesByNumber.updateValue(memory.bytes, forKey: memory.number) == nil else { return }
        bytes += memory.bytes
        if bytesByNumber.count > Self.maxRemembered { forgetOlderHalf() }
    }

    /// Notes the return of a page; false where it was not handed over.
    mutating func remove(number: Int) -> Bool {
        guard let returned = bytesByNumber.removeValue(forKey: number) else { return false }
        bytes -= returned
        return true
    }

    private mutating func forgetOlderHalf() {
        for number in bytesByNumber.keys.sorted().prefix(Self.maxRemembered / 2) { _ = remove(number: number) }
    }
}
