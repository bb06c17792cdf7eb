# SPDX-License-Identifier: Apache-2.0

learn <- function(data, ..., out = NULL, mapping = NULL, progress = FALSE, timeout = 0) {
  options <- list(...)
  data <- written(data)
  on.exit(unlink(data$folder, recursive = TRUE))
  if (length(data$names) > 0 && any(c("privacy", "ledger", "policy", "anchors") %in% names(options))) {
    stop("with a privacy budget data must be files: a ledger knows a data set by its file, and a data frame would be ",
      "another one in every run", call. = FALSE)
  }
  words <- c(
    "learn", "--data", data$files, mapping_words(data, mapping), format_words(data), option_words(options),
    if (!is.null(out)) paste0("--out=", absolute(out))
  )
  document <- run(words, progress, timeout)
  named <- function(name) if (name %in% names(data$names)) data$names[[name]] else name
  document$sites <- lapply(document$sites, function(site) {
    site$name <- named(site$name)
    site
  })
  document$leftOut <- lapply(document$leftOut, function(left) {
    left$source <- named(left$source)
    left
  })
  result_of(document)
}

load_result <- function(path) {
  if (dir.exists(path)) path <- file.path(path, "result.json")
  result_of(fromJSON(read_utf8(path), simplifyVector = FALSE))
}

result_of <- function(document) {
  formats <- c("hedgerow-learn", "hedgerow-study", "hedgerow-result")
  if (!is.list(document) || !isTRUE(document$format %in% formats)) {
    stop("format must be one of ", paste(formats, collapse = ", "), call. = FALSE)
  }
  if (document$version > 1) stop("version must be at most 1, was ", document$version, call. = FALSE)
  variables <- as.character(unlist(document$variables))
  levels <- lapply(document$levels, function(each) as.character(unlist(each)))
  edges <- frame_of(document$edges, c("from", "to", "directed", "weight"))
  effects <- frame_of(
    lapply(document$effects$pairs, function(pair) pair[setdiff(names(pair), c("possible", "restsOn"))]),
    c("from", "to", "probability", "median", "lower", "upper")
  )
  equations <- document$parameters$equations
  names(equations) <- vapply(equations, function(each) each$variable, "")
  number <- function(name, what) {
    value <- equations[[name]][[what]]
    if (is.null(value)) NA_real_ else as.numeric(value)
  }
  nodes <- data.frame(
    variable = variables,
    kind = ifelse(variables %in% names(levels), "category", "number"),
    parents = vapply(variables, function(name) sum(edges$to == name & edges$directed == TRUE), 0L),
    intercept = vapply(variables, number, 0, what = "intercept"),
    noise_variance = vapply(variables, number, 0, what = "noiseVariance"),
    row.names = NULL, stringsAsFactors = FALSE
  )
  structure(
    list(
      variables = variables, levels = levels, edges = edges, nodes = nodes, effects = effects,
      flags = as.character(unlist(document$trust$flags)), document = document
    ),
    class = "hedgerow_result"
  )
}

print.hedgerow_result <- function(x, ...) {
  cat(x$document$algorithm, ": ", length(x$variables), " variables, ", nrow(x$edges), " edges\n", sep = "")
  print(x$edges[intersect(c("from", "to", "directed", "weight", "adjacent", "direction"), names(x$edges))], ...)
  if (length(x$flags) > 0) cat("flags:", paste(x$flags, collapse = ", "), "\n")
  invisible(x)
}

# The file of a network; a result in memory is written to the folder.
network_file <- function(network, folder) {
  if (!inherits(network, "hedgerow_result")) return(absolute(network))
  file <- tempfile("network-", folder, ".json")
  write_private(toJSON(unboxed(network$document), digits = NA, null = "null"), file)
}

# fromJSON gives every scalar as a vector of length 1, and every array as a list.
unboxed <- function(value) {
  if (is.list(value)) {
    if (length(value) == 0 && is.null(names(value))) return(list())
    return(lapply(value, unboxed))
  }
  if (is.null(value)) NULL else unbox(value)
}

with_network <- function(networks, act) {
  folder <- private_folder()
  on.exit(unlink(folder, recursive = TRUE))
  act(lapply(networks, network_file, folder = folder))
}

effects.hedgerow_result <- function(object, of = NULL, on = NULL, change = 1, ...) {
  found <- with_network(list(object), function(files) {
    run(c("effect", paste0("--network=", files[[1]]), option_words(list(of = of, on = on, change = change))))
  })
  rows <- lapply(found$effects, function(row) row[setdiff(names(row), "possible")])
  frame_of(rows, c("from", "to", "probability", "median", "lower", "upper", "identified", "adjusting", "hidden"))
}

predict.hedgerow_result <- function(object, newdata, given = NULL, do = NULL, mapping = NULL, progress = FALSE,
                                    timeout = 0, ...) {
  data <- written(newdata)
  on.exit(unlink(data$folder, recursive = TRUE))
  if (length(data$files) != 1) stop("newdata must be one data frame or file", call. = FALSE)
  like <- data$like
  data$levels <- list() # the network names the levels
  out <- file.path(data$folder, "predicted.csv")
  words <- c(
    paste0("--data=", data$files), mapping_words(data, mapping), format_words(data), paste0("--out=", out),
    option_words(c(list(given = given, do = do), list(...)))
  )
  document <- with_network(list(object), function(files) {
    run(c("predict", paste0("--network=", files[[1]]), words), progress, timeout)
  })
  table <- read.csv(out, check.names = FALSE, encoding = "UTF-8", colClasses = "character", na.strings = "")
  for (name in names(table)) {
    levels <- object$levels[[name]]
    if (is.null(levels)) {
      table[[name]] <- as.numeric(table[[name]])
    } else if (is.null(like[[name]])) {
      table[[name]] <- factor(table[[name]], levels)
    } else {
      table[[name]] <- factor(table[[name]], levels(like[[name]]), ordered = is.ordered(like[[name]]))
    }
  }
  if (is.data.frame(newdata)) rownames(table) <- rownames(newdata)
  attr(table, "scores") <- frame_of(document$variables)
  table
}

what_if <- function(network, do) {
  found <- with_network(list(network), function(files) {
    run(c("predict", paste0("--network=", files[[1]]), option_words(list(do = as.list(do)))))
  })
  frame_of(found$variables, c("variable", "level", "before", "after", "deviation", "follows"))
}

inspect_rows <- function(data, ..., progress = FALSE, timeout = 0) {
  options <- list(...)
  for (name in intersect(names(options), c("write_mappings", "write.mappings", "out"))) {
    options[[name]] <- absolute(options[[name]])
  }
  data <- written(data)
  on.exit(unlink(data$folder, recursive = TRUE))
  document <- run(c("inspect", "--data", data$files, option_words(options)), progress, timeout)
  columns <- unlist(lapply(document$files, function(file) {
    name <- if (file$file %in% names(data$names)) data$names[[file$file]] else file$file
    lapply(file$columns, function(column) c(list(file = name), column))
  }), recursive = FALSE)
  list(
    columns = frame_of(columns),
    findings = frame_of(document$findings, c("weight", "about", "columns", "found", "example", "effect", "advice"))
  )
}

compare_networks <- function(a, b) {
  document <- with_network(list(a, b), function(files) run(c("compare", files[[1]], files[[2]])))
  document$document <- NULL
  for (name in c("missing", "extra", "reversed", "open")) document[[name]] <- frame_of(document[[name]], c("from", "to"))
  document
}

export_network <- function(network, format, out = NULL) {
  text <- with_network(list(network), function(files) {
    run(c("export", paste0("--network=", files[[1]]), paste0("--format=", format)))$text
  })
  if (!is.null(out)) writeLines(enc2utf8(sub("\n$", "", text)), out, useBytes = TRUE)
  invisible(text)
}

budget_plan <- function(...) run(c("plan", option_words(list(...))))
