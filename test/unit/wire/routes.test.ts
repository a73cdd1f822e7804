// The interface as data: complete, and in itself consistent.
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/wire/endpoint.ts';
import { ENDPOINTS } from '../../../src/wire/routes.ts';

/** Every endpoint that the service publishes. */
const PUBLISHED = `
GET /api/product/
GET /api/product/{id}
GET /api/product/slug/{slug}
GET /api/product/{id}/biomarkers
GET /api/product/{id}/files
GET /api/product/{id}/shipping
GET /api/product/{id}/categories
GET /api/product/{id}/faqs
GET /api/product/{id}/video
POST /api/order/
GET /api/order/{id}
PATCH /api/order/{id}
PUT /api/order/{id}/reship
GET /api/order/{id}/test_registrations
GET /api/order/{id}/items
GET /api/order/{id}/customer
GET /api/order/{id}/address
GET /api/order/{id}/shipping
GET /api/order/{id}/appointments
POST /api/patient/
GET /api/test_location/
GET /api/test_location/calendar/{year}/{month}
GET /api/test_location/slots/{year}/{month}/{day}
POST /api/appointment/
PATCH /api/appointment/{id}
DELETE /api/appointment/{id}
POST /api/test_registration/
GET /api/test_registration/
GET /api/test_registration/{id}
PATCH /api/test_registration/{id}
GET /api/test_registration/{id}/lab_results
GET /api/test_registration/{id}/trf
GET /api/test_registration/{id}/label
GET /api/test_registration/{id}/download_pdf
POST /api/test_registration/{id}/retest
POST /api/test_registration/{id}/send-complete-email
GET /api/test_registration/{id}/products
GET /api/test_registration/{id}/order
GET /api/test_registration/{id}/patient
GET /api/test_registration/{id}/appointment
GET /api/test_registration/{id}/lml_lab_id
GET /api/test_registration/barcode/{barcode}
PUT /api/webhook
GET /api/webhook
GET /api/sandbox/scenarios`
  .trim()
  .split('\n');

const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS);

test('all 45 published endpoints are there, and no other', () => {
  expect(PUBLISHED).toHaveLength(45);
  expect(endpoints.map(([, { method, path }]) => `${method} ${path}`).sort()).toEqual([...PUBLISHED].sort());
});

describe.each(endpoints)('%s', (name, endpoint) => {
  test('is listed under its own name', () => expect(endpoint.name).toBe(name));

  test('has a schema for each parameter in its path, and for nothing else', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(endpoint.params.shape)).toEqual(inPath);
  });

  test('takes a body only where its method carries one', () => {
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') expect(endpoint.body).toBeNull();
  });
});
