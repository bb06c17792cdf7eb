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
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connects one driver to one address. A driver in jars of its own sees these and the Java platform, and nothing of the
 * command line's; its jars stay open as long as the process.
 */
final class QueryDatabase implements DataSource {

    private final Driver driver;
    private final String url;
    private final Properties properties;

    private QueryDatabase(Driver driver, String url, Properties properties) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
    }

    /** Finds the driver; opens no connection. */
    static QueryDatabase of(YamlNode address, List<Path> jars, Properties properties) {
        String url = address.matching("jdbc:.+", "the address of a database, jdbc:KIND:...");
        List<String> others = new ArrayList<>();
        for (Driver driver : ServiceLoader.load(Driver.class, loader(address, jars))) {
            if (accepts(driver, url)) {
                return new QueryDatabase(driver, url, properties);
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
        @Nullable Connection connection = driver.connect(url, (Properties) properties.clone());
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

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
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
