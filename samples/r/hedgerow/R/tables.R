# SPDX-License-Identifier: Apache-2.0

# Data of sites as files: list(files, names, levels, like, folder). Data frames are written for this user alone.
written <- function(data) {
  sites <- if (is.data.frame(data)) list(rows = data) else as.list(data)
  if (length(sites) == 0) stop("data must be a data frame, a file, or a list of these", call. = FALSE)
  names <- names(sites)
  if (is.null(names)) names <- rep("", length(sites))
  names[!nzchar(names)] <- paste0("site-", seq_along(sites))[!nzchar(names)]
  result <- list(files = character(), names = character(), levels = list(), like = list(), folder = private_folder())
  complete <- FALSE
  on.exit(if (!complete) unlink(result$folder, recursive = TRUE))
  for (k in seq_along(sites)) {
    site <- sites[[k]]
    if (is.character(site) && length(site) == 1) {
      result$files[k] <- absolute(site)
      next
    }
    if (!is.data.frame(site)) stop("a site's rows must be a data frame or a file", call. = FALSE)
    if (anyDuplicated(names(site))) stop("names of columns must differ", call. = FALSE)
    folder <- file.path(result$folder, k)
    dir.create(folder, mode = "0700")
    file <- file.path(folder, paste0(gsub("[^A-Za-z0-9_-]", "_", names[k]), ".csv"))
    for (column in names(site)[vapply(site, is.factor, NA)]) {
      levels <- checked_levels(column, levels(site[[column]]))
      result$levels[[column]] <- union(result$levels[[column]], levels)
      result$like[[column]] <- site[[column]][0]
    }
    cells <- mapply(cells_of, names(site), site, SIMPLIFY = FALSE, USE.NAMES = FALSE)
    header <- paste(quoted(names(site)), collapse = ",")
    write_private(c(header, do.call(paste, c(cells, sep = ","))), file)
    result$files[k] <- file
    result$names[[file]] <- names[k]
  }
  complete <- TRUE
  result
}

missing_texts <- c("na", "nan", "null", "?")

checked_levels <- function(column, levels) {
  wrong <- levels[trimws(levels) != levels | !nzchar(levels) | tolower(levels) %in% missing_texts]
  if (length(wrong) > 0) {
    stop("factor \"", column, "\": the level \"", wrong[1], "\" has blanks around it, or stands for a missing cell in ",
      "files: rename it", call. = FALSE)
  }
  enc2utf8(levels)
}

cells_of <- function(name, column) {
  gone <- is.na(column)
  cells <- if (inherits(column, "POSIXt")) {
    format(column, "%Y-%m-%dT%H:%M:%S")
  } else if (is.integer(column) && !is.factor(column)) {
    sprintf("%d", column)
  } else if (is.numeric(column) && !inherits(column, "Date")) {
    sprintf("%.17g", column)
  } else {
    enc2utf8(as.character(column))
  }
  if (is.character(column) && any(tolower(trimws(cells[!gone])) %in% missing_texts)) {
    stop("column \"", name, "\": a text stands for a missing cell in files: use NA, or another text", call. = FALSE)
  }
  cells <- quoted(cells)
  cells[gone] <- ""
  cells
}

quoted <- function(texts) {
  texts <- enc2utf8(texts)
  odd <- grepl("[\",\n\r]", texts)
  texts[odd] <- paste0("\"", gsub("\"", "\"\"", texts[odd], fixed = TRUE), "\"")
  texts
}

# Words for --mapping: what was given, and the levels of factors. JSON is YAML.
mapping_words <- function(data, given) {
  if (is.character(given)) {
    if (length(data$levels) > 0) {
      stop("mapping must be a list where a data frame has factors, which are part of it: give the lines of the file",
        call. = FALSE)
    }
    return(c("--mapping", vapply(given, absolute, "", USE.NAMES = FALSE)))
  }
  lines <- lapply(data$levels, function(levels) list(levels = I(levels)))
  lines[names(given)] <- given
  if (length(lines) == 0) return(character())
  file <- file.path(data$folder, "columns.yaml")
  c("--mapping", write_private(toJSON(lines, auto_unbox = TRUE, digits = NA), file))
}

# Only where all files are ours: the form of others is found by the command.
format_words <- function(data) if (length(data$names) == length(data$files)) c("--delimiter=,", "--header")

# Records as a data frame: a column for each name of any record, NA where one lacks it, texts joined by commas.
frame_of <- function(records, columns = character()) {
  columns <- union(columns, unlist(lapply(records, names)))
  cells <- lapply(columns, function(name) {
    unlist(lapply(records, function(record) {
      value <- record[[name]]
      if (is.null(value)) NA else if (length(value) == 1) unlist(value) else paste(unlist(value), collapse = ", ")
    }))
  })
  cells <- lapply(cells, function(column) if (is.null(column)) character() else column)
  names(cells) <- columns
  as.data.frame(cells, stringsAsFactors = FALSE, check.names = FALSE, optional = TRUE)
}
