# SPDX-License-Identifier: Apache-2.0

# Exit codes that are failures, and the class of their condition.
exit_classes <- c(
  "2" = "hedgerow_usage_error", "3" = "hedgerow_data_error", "5" = "hedgerow_refused",
  "6" = "hedgerow_audit_refuted", "7" = "hedgerow_no_result", "69" = "hedgerow_not_installed",
  "75" = "hedgerow_storage_error", "124" = "hedgerow_cancelled", "130" = "hedgerow_cancelled",
  "143" = "hedgerow_cancelled"
)

fail <- function(code, message, log = "") {
  class <- exit_classes[as.character(code)]
  if (is.na(class)) class <- "hedgerow_internal_error"
  stop(structure(
    class = c(unname(class), "hedgerow_error", "error", "condition"),
    list(message = message, call = NULL, exit_code = code, log = log)
  ))
}

java <- function() {
  home <- Sys.getenv("JAVA_HOME")
  own <- file.path(home, "bin", c("java", "java.exe"))
  if (nzchar(home) && any(file.exists(own))) return(own[file.exists(own)][1])
  found <- unname(Sys.which("java"))
  if (!nzchar(found)) {
    fail(69L, "java was not found: install Java 17 or newer and put it on the PATH, or set JAVA_HOME")
  }
  found
}

# The words that start the command line: HEDGEROW_HOME, else hedgerow on the PATH.
hedgerow_command <- function(home = Sys.getenv("HEDGEROW_HOME")) {
  if (nzchar(home)) {
    home <- normalizePath(home, mustWork = FALSE)
    jars <- c(home, file.path(home, "hedgerow.jar"), file.path(home, "samples/cli/target/hedgerow.jar"))
    jar <- jars[file.exists(jars) & !dir.exists(jars)]
    if (length(jar) == 0) {
      fail(69L, paste0("HEDGEROW_HOME must be hedgerow.jar, or a folder with it, was ", home))
    }
    labs <- c(file.path(dirname(jar[1]), "hedgerow-lab.jar"), file.path(home, "samples/lab/target/hedgerow-lab.jar"))
    options <- strsplit(Sys.getenv("HEDGEROW_JAVA_OPTS"), " +")[[1]]
    path <- paste(c(jar[1], head(labs[file.exists(labs)], 1)), collapse = .Platform$path.sep)
    return(c(java(), "-XX:+UseSerialGC", options[nzchar(options)], "-cp", path, "io.hedgerow.samples.cli.Hedgerow"))
  }
  found <- unname(Sys.which("hedgerow"))
  if (!nzchar(found) || grepl("[.](bat|cmd)$", found, ignore.case = TRUE)) {
    fail(69L, "hedgerow was not found: set HEDGEROW_HOME to the folder with hedgerow.jar")
  }
  found
}

# Options as words; a value is in the word of its option, so no value is taken for an option.
option_words <- function(options) {
  if (length(options) > 0 && (is.null(names(options)) || any(!nzchar(names(options))))) {
    stop("options must have names, such as algorithm = \"gram\"", call. = FALSE)
  }
  words <- lapply(names(options), function(name) {
    value <- options[[name]]
    option <- paste0("--", gsub("[._]", "-", name))
    if (is.null(value) || identical(value, FALSE)) return(character())
    if (identical(value, TRUE)) return(option)
    words <- vapply(value, word, "")
    if (is.list(value) && !is.null(names(value))) return(paste0(option, "=", names(value), "=", words))
    # a text by itself may have commas, such as privacy = "epsilon=1,delta=1e-6"; an item of several, or of a list, may not
    if (length(value) > 1 || is.list(value)) no_commas(name, words)
    paste0(option, "=", paste(words, collapse = ","))
  })
  as.character(unlist(words))
}

no_commas <- function(name, words) {
  wrong <- words[grepl(",", words, fixed = TRUE)]
  if (length(wrong) > 0) {
    stop("an item of ", name, " must have no comma, which separates items, was \"", wrong[1],
      "\": rename the column, or use a mapping file", call. = FALSE)
  }
}

word <- function(value) {
  if (is.logical(value)) return(if (value) "true" else "false")
  if (is.integer(value) || (is.numeric(value) && value == round(value) && abs(value) < 1e15)) {
    return(sprintf("%.0f", value))
  }
  if (is.numeric(value)) sprintf("%.17g", value) else enc2utf8(as.character(value))
}

absolute <- function(path) {
  path <- path.expand(path)
  if (grepl("^(/|[A-Za-z]:|\\\\\\\\)", path)) path else file.path(getwd(), path)
}

# A folder for this user alone.
private_folder <- function() {
  folder <- tempfile("hedgerow-")
  if (!dir.create(folder, mode = "0700")) stop("could not make ", folder, call. = FALSE)
  folder
}

write_private <- function(lines, file) {
  old <- Sys.umask("077")
  on.exit(Sys.umask(old))
  out <- file(file, open = "wb")
  writeLines(enc2utf8(lines), out, useBytes = TRUE)
  close(out)
  file
}

read_utf8 <- function(file) {
  lines <- if (file.exists(file)) readLines(file, encoding = "UTF-8", warn = FALSE) else character()
  paste(lines, collapse = "\n")
}

# Starts a command with --json and gives what it printed; its words are quoted one by one.
run <- function(words, progress = FALSE, timeout = 0) {
  folder <- private_folder()
  on.exit(unlink(folder, recursive = TRUE))
  files <- file.path(folder, c("out", "log"))
  command <- c(hedgerow_command(), words, "--json", if (!progress) "--quiet")
  code <- suppressWarnings(system2(
    command[1], vapply(command[-1], shQuote, ""),
    stdout = files[1], stderr = if (progress) "" else files[2], timeout = timeout
  ))
  ended(code, files)
}

ended <- function(code, files) {
  text <- read_utf8(files[1])
  log <- read_utf8(files[2])
  document <- tryCatch(fromJSON(text, simplifyVector = FALSE), error = function(e) NULL)
  if (code %in% c(0L, 4L) && is.list(document)) {
    if (code == 4L) warning("the solver stopped before it met its tolerance", call. = FALSE)
    return(document)
  }
  if (is.list(document) && is.list(document$error)) fail(code, document$error$message, log)
  if (grepl("UnsupportedClassVersionError", log, fixed = TRUE)) {
    fail(69L, "hedgerow needs Java 17 or newer: set JAVA_HOME to one", log)
  }
  said <- sub("^hedgerow: error: ", "", grep("^hedgerow: error: ", strsplit(log, "\n")[[1]], value = TRUE))
  if (code == 124L) said <- "ended at the time limit"
  if (length(said) == 0) said <- if (nzchar(log)) log else paste("ended with exit code", code)
  fail(code, said[1], log)
}
