extension CacheLimits {
    /// What is left where viewers hold so many bytes outside the cache: all of it together stays within the hard limit.
    package func lessened(byLeased bytes: Int) -> CacheLimits {
        guard bytes > 0 else { return self }
        let left = max(hard - bytes, 0)
        return CacheLimits(soft: min(soft, left), hard: left, pages: pages, hardPages: hardPages)
    }
}
