"""`python -m tests.bench` (make bench): how fast, as ratios in one run. One JSON object a line; nothing here is a test."""
