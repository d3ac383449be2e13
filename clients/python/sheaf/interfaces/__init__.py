# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""The types of the interface files."""

VERSION = "0.1.0"
