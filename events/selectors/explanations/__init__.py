"""怎么算的 for each format 赛制: one module takes one contender's place apart. Reads the published state; recomputes nothing."""
