#!/usr/bin/env python3
"""Reads OpenMetrics text with the reference parser, and prints each sample as a line."""

import sys

from prometheus_client.openmetrics.parser import text_fd_to_metric_families

for family in text_fd_to_metric_families(sys.stdin if len(sys.argv) < 2 else open(sys.argv[1])):
    if not family.documentation:
        sys.exit(f"{family.name} has no help")
    for sample in family.samples:
        labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
        print(f"{family.type} {sample.name} {labels} {sample.value:g}")
