/// What the connections of one server or client share, so that a connection at rest costs next to nothing.
@usableFromInline final class Scratch {
    let parser = JSONParser()
    @usableFromInline package var writer = JSONWriter()
    private var spare: InputBuffer?

    /// An empty buffer.
    func takeBuffer() -> InputBuffer {
        spare.take() ?? InputBuffer()
    }

    /// Gives a buffer back that holds nothing.
    func giveBack(_ buffer: consuming InputBuffer) {
        if buffer.capacity <= InputBuffer.keptCapacity { spare = consume buffer }
    }
}
