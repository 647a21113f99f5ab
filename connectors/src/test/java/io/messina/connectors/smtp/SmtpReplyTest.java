package io.messina.connectors.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import io.messina.connectors.RefusalScope;
import io.messina.connectors.SendResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpReplyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          550 5.1.1 no such user;                    BOUNCED
          550-5.1.1 The account does not exist;      BOUNCED
          550 5.1.2 no such domain;                  BOUNCED
          551 5.1.6 has moved;                       BOUNCED
          556 5.1.10 null MX;                        BOUNCED
          550 no such user;                          MESSAGE
          553 5.1.3 how the address is written;      MESSAGE
          550 5.1.8 domain of the sender;            MESSAGE
          550 5.2.2 mailbox full;                    MESSAGE
          550 5.7.1 rejected as spam;                MESSAGE
          """)
  void a_refusal_tells_whether_anybody_is_there(String line, RefusalScope scope) {
    SendResult refusal = SmtpReply.parse(line).orElseThrow().refusal();
    assertThat(refusal).isInstanceOf(SendResult.Refused.class);
    assertThat(((SendResult.Refused) refusal).scope()).isEqualTo(scope);
  }
}
