package io.messina.client.contract;

import java.net.URI;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The contract against a server that runs: {@code -Dmessina.test.url=http://127.0.0.1:8420}. */
@EnabledIfSystemProperty(named = RunningServerTest.URL, matches = ".+")
final class RunningServerTest extends ClientContract {

  static final String URL = "messina.test.url";

  @Override
  protected URI url() {
    return URI.create(System.getProperty(URL));
  }
}
