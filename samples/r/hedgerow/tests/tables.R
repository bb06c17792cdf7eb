# SPDX-License-Identifier: Apache-2.0
# Data frames as files, options as words, and errors: no Java.
library(hedgerow)
internal <- function(name) getFromNamespace(name, "hedgerow")
written <- internal("written")
refused <- function(expression, pattern) {
  message <- tryCatch({
    expression
    "nothing was refused"
  }, error = conditionMessage)
  if (!grepl(pattern, message)) stop("expected ", pattern, ", was: ", message)
}

rows <- data.frame(
  n = c(0.1 + 0.2, NA), k = c(3L, 4L), sex = factor(c("M", NA), c("X", "M", "a|b, \"c\"")), text = c("x, \"y\"", "z"),
  day = as.Date(c("2024-01-31", NA)), yes = c(TRUE, FALSE), stringsAsFactors = FALSE
)
data <- written(list(north = rows, "south.csv"))
stopifnot(identical(
  readLines(data$files[1]),
  c("n,k,sex,text,day,yes", "0.30000000000000004,3,M,\"x, \"\"y\"\"\",2024-01-31,TRUE", ",4,,z,,FALSE")
))
stopifnot(data$files[2] == file.path(getwd(), "south.csv"), data$names[[data$files[1]]] == "north")
if (.Platform$OS.type == "unix") {
  stopifnot(format(file.mode(data$files[1])) == "600", format(file.mode(data$folder)) == "700")
}
mapping <- internal("mapping_words")(data, list(day = "date"))
stopifnot(identical(
  jsonlite::fromJSON(mapping[2]), list(sex = list(levels = c("X", "M", "a|b, \"c\"")), day = "date")
))
one <- internal("mapping_words")(written(data.frame(g = factor("a"))), NULL)
stopifnot(readLines(one[2]) == "{\"g\":{\"levels\":[\"a\"]}}")
refused(internal("mapping_words")(data, "columns.yaml"), "mapping must be a list")
refused(written(data.frame(g = factor("NA"))), "stands for a missing cell")
refused(written(data.frame(g = "?", stringsAsFactors = FALSE)), "stands for a missing cell")
refused(written(list(3)), "a data frame or a file")
refused(learn(rows, privacy = "epsilon=1"), "with a privacy budget data must be files")
unlink(data$folder, recursive = TRUE)

stopifnot(identical(
  internal("option_words")(list(lambda = 0.1, secure.aggregation = TRUE, scores = FALSE, seed = 1e5, out = "--json",
    required = c("a->b", "b->c"), do = list(dose = 5, sex = "F"))),
  c("--lambda=0.10000000000000001", "--secure-aggregation", "--seed=100000", "--out=--json", "--required=a->b,b->c",
    "--do=dose=5", "--do=sex=F")
))
for (items in list(c("age", "dose, mg"), list("dose, mg"))) {
  refused(internal("option_words")(list(drop = items)),
    'an item of drop must have no comma, which separates items, was "dose, mg": rename the column, or use a mapping file')
}
stopifnot(identical(internal("option_words")(list(drop = list("age", "dose"))), "--drop=age,dose"))
stopifnot(identical(internal("option_words")(list(privacy = "epsilon=1,delta=1e-6")), "--privacy=epsilon=1,delta=1e-6"))
refused(hedgerow_command(tempdir()), "HEDGEROW_HOME must be")
found <- tryCatch(internal("fail")(5L, "no budget"), hedgerow_refused = function(e) e$exit_code)
stopifnot(identical(found, 5L))
stopifnot(identical(dim(internal("frame_of")(list(), c("a", "b"))), c(0L, 2L)))
