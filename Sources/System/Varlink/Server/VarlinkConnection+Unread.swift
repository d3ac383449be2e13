import SheafOS

// What waits because the peer does not read: until there is room for it, or for too long.

extension VarlinkConnection {
    /// Bytes that wait because the peer does not read: those that its socket, which holds some, had no room for.
    package var queuedBytes: Int { state.channel.pendingOutput }

    /// Bytes of ``queuedBytes`` that are made as they are sent (``LaterBytes``): the pixels of pages.
    package var queuedLaterBytes: Int { state.channel.pendingOutput - state.channel.keptOutput }

    /// Descriptors that were sent and that the peer has not received, at most; those that its socket holds count too.
    package var queuedDescriptors: Int { state.channel.pendingDescriptors }

    func onDrained(ofCall call: UInt64, _ body: @escaping () -> Void) {
        guard state.isOpen(call: call) else { return }
        drained = body
        // Writable as it may be already: the loop says so once more.
        watchForRoom()
    }

    /// Sends what waits, as far as the peer has room for it and its user has time left.
    func flush() {
        guard slices.hasTime(in: loop.round) else { return askForRoomAgain() }
        let start = loop.now
        defer { slices.spend(loop.now - start) }
        do throws(VarlinkError) {
            try state.channel.flush()
            unblockUser()
            guard state.channel.pendingOutput == 0 else {
                if state.channel.mayFlushMore { askForRoomAgain() }
                return noteHeldBack()
            }
            if drained != nil, state.channel.pendingDescriptors == 0 { callDrained() }
            watchForRoom()
        } catch {
            fail(error)
        }
    }

    /// Descriptors wait until others are received, and the loop won't tell when.
    func noteHeldBack() {
        guard state.channel.isHeldBack, !state.isHeldBack else { return }
        state.isHeldBack = true
        shared.heldBack.add(self)
    }

    /// Tries to send again what was held back: it may go by now.
    func tryToSendAgain() {
        state.isHeldBack = false
        guard state.isOpen else { return }
        flush()
        serveInTurn()
    }

    /// Finds out whether the peer has received the descriptors that were sent.
    func noteReceived() { state.channel.noteReceived() }

    /// Calls of the user that wait for room may have it now.
    func unblockUser() {
        if !state.channel.isUserBehind, slices.unblock() { shared.waitingUsers.add(slices) }
    }

    private func callDrained() {
        let body = drained
        drained = nil
        // Who asks again from there is told anew.
        watchForRoom()
        body?()
    }

    /// Has the loop tell when the peer has taken something, while that is waited for.
    func watchForRoom() {
        let forRoom = state.channel.pendingOutput > 0 || drained != nil
        guard state.isOpen, forRoom != state.isWatchingForRoom else { return }
        state.isWatchingForRoom = forRoom
        do throws(OSError) {
            try source?.setInterest(forRoom ? [.readable, .writable] : .readable)
        } catch {
            fail(VarlinkError(error))
        }
    }

    /// There may be room that the loop has told of already: it says so once more.
    private func askForRoomAgain() {
        guard state.isWatchingForRoom else { return watchForRoom() }
        do throws(OSError) { try source?.setInterest([.readable, .writable]) } catch { fail(VarlinkError(error)) }
    }

    /// Ends where its peer leaves replies unread.
    func endUnread() {
        let unread = state.channel.pendingOutput
        guard state.isOpen, unread > 0 else { return }
        fail(
            VarlinkError(
                .overLimit,
                """
                \(unread) bytes are unread, and calls of the user have waited for \(limits.unreadTime / 1_000_000) s \
                for any to be read
                """))
    }
}
