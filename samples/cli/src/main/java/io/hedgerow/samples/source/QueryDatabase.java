// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.internal.yaml.YamlNode;
import java.io.PrintWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a database by one driver and one address. A driver in jars of its own sees these and the Java platform,
 * and nothing of the command line's; its jars stay open as long as the process.
 */
final class QueryDatabase implements DataSource {

    private static final Pattern SETTING = Pattern.compile("[;?&]\\s*(\\w+)\\s*=");

    /** Of H2, MariaDB and DuckDB. */
    private static final Pattern SQL_AT_CONNECTION =
            Pattern.compile("init|initsql|session_init_sql_file\\w*", Pattern.CASE_INSENSITIVE);

    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final Optional<Supplier<String>> password;
    private volatile int loginTimeout;

    private QueryDatabase(Driver driver, String url, Properties properties, Optional<Supplier<String>> password) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
        this.password = password;
    }

    /**
     * Finds the driver; opens no connection.
     *
     * @param password is asked for at each connection, because a study can outlive a password
     */
    static QueryDatabase of(
            YamlNode address, List<Path> jars, Properties properties, Optional<Supplier<String>> password) {
        String url = address.matching("jdbc:.+", "the address of a database, jdbc:KIND:...");
        Matcher setting = SETTING.matcher(url);
        Stream.concat(setting.results().map(found -> found.group(1)), properties.stringPropertyNames().stream())
                .filter(name -> SQL_AT_CONNECTION.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw address.complain("must be without " + name + ", which runs SQL at each connection: a table"
                            + " that is made there of a file or of another database would have a budget of its own;"
                            + " make the table once, or name the file as the data");
                });
        List<String> others = new ArrayList<>();
        for (Driver driver : ServiceLoader.load(Driver.class, loader(address, jars))) {
            if (accepts(driver, url)) {
                return new QueryDatabase(driver, url, properties, password);
            }
            others.add(driver.getClass().getName());
        }
        throw address.complain("needs a driver that knows " + kind(url) + ", found "
                + (others.isEmpty() ? "none" : "only " + String.join(", ", others))
                + ": name the driver's jar under drivers");
    }

    private static ClassLoader loader(YamlNode address, List<Path> jars) {
        if (jars.isEmpty()) {
            return QueryDatabase.class.getClassLoader();
        }
        URL[] urls = new URL[jars.size()];
        for (int k = 0; k < urls.length; k++) {
            Path jar = jars.get(k);
            if (!Files.isReadable(jar)) {
                throw address.complain("needs the jars under drivers, and cannot read " + jar);
            }
            try {
                urls[k] = jar.toUri().toURL();
            } catch (MalformedURLException e) {
                throw address.complain("needs the jars under drivers, and cannot read " + jar);
            }
        }
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The part of an address that a message may name: not the rest, where people put passwords. */
    private static String kind(String url) {
        int end = url.indexOf(':', "jdbc:".length());
        return end < 0 ? url : url.substring(0, end + 1) + "...";
    }

    @Override
    public Connection getConnection() throws SQLException {
        Properties own = (Properties) properties.clone();
        password.ifPresent(secret -> own.setProperty("password", secret.get()));
        limitLogin(own);
        @Nullable Connection connection = driver.connect(url, own);
        if (connection == null) {
            throw new SQLException("the driver does not know " + kind(url));
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("user and password are those of the file");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    /**
     * Tells drivers that take it, unless the file says otherwise; the caller that connects limits the wait for every
     * driver. Without it a login that was given up leaves its thread with a server that never answers.
     */
    private void limitLogin(Properties own) {
        if (loginTimeout == 0) {
            return;
        }
        String seconds = Integer.toString(loginTimeout);
        String milliseconds = Long.toString(1000L * loginTimeout);
        if (url.startsWith("jdbc:postgresql:")) {
            own.putIfAbsent("connectTimeout", seconds);
            own.putIfAbsent("socketTimeout", seconds); // until the connection is there, which then gets its own limit
        } else if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
            own.putIfAbsent("connectTimeout", milliseconds);
        } else if (url.startsWith("jdbc:sqlserver:")) {
            own.putIfAbsent("loginTimeout", seconds);
        } else if (url.startsWith("jdbc:oracle:")) {
            own.putIfAbsent("oracle.net.CONNECT_TIMEOUT", milliseconds);
        }
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged");
    }

    @Override
    public <T> T unwrap(Class<T> kind) throws SQLException {
        throw new SQLFeatureNotSupportedException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> kind) {
        return false;
    }
}
