<?php
// A receiver of webhooks in PHP 8, without packages.
//   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8090 receiver.php

// Without a php.ini, PHP shows an error in a response with the status 200: the event would count as processed.
ini_set('display_errors', '0');

/** If it throws, the response is 500, and the event arrives again. */
function handle(array $event): void
{
    // An order can be cancelled after somebody has deleted its animal in the database.
    $name = $event['data']['pet']['name'] ?? '';
    file_put_contents('php://stdout', "{$event['type']} {$event['subject']} $name\n");
}

function isSigned(string $id, string $sent, string $body): bool
{
    if (!ctype_digit($sent) || abs(time() - (int) $sent) > 300) {
        return false;
    }
    $key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
    $signature = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$sent.$body", $key, true));
    // There are two signatures while the secret is being replaced.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $each) {
        if (hash_equals($signature, $each)) {
            return true;
        }
    }
    return false;
}

$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
// Anybody can send a longer body. Its signature is wrong without the end. That of an event is much shorter.
$body = file_get_contents('php://input', length: 100_000);
if (!isSigned($id, $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '', $body)) {
    http_response_code(401);
    exit;
}
// PHP forgets its variables after each request, so a file for each id remembers what was processed.
$processed = sys_get_temp_dir() . '/petstore-event-' . hash('sha256', $id);
if (!file_exists($processed)) {
    // Integers of 64 bits stay exact.
    handle(json_decode($body, true, 512, JSON_THROW_ON_ERROR));
    touch($processed);
}
http_response_code(204);
