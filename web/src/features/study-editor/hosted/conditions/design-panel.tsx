import { Button, Fieldset, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../../../../contracts/study-files/conditions';
import { balancedOrders, crossFactors } from './designs.rule';

/** Creates conditions from a design: all combinations of factors, or balanced orders of items. */
export function ConditionDesignPanel({ onMade }: { onMade: (cells: Condition[]) => void }) {
  const { t } = useTranslation('conditions');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [factors, setFactors] = useState('');
  const [things, setThings] = useState('');
  const combinations = crossFactors(factors);
  const orders = balancedOrders(things);
  const make = (cells: Condition[]) => {
    onMade(cells);
    close();
  };
  return (
    <div>
      <Button variant="default" size="sm" aria-expanded={isOpen} onClick={toggle}>
        {t('design.button')}
      </Button>
      {isOpen && (
        <Fieldset mt="sm" legend={t('design.legend')}>
          <Stack gap="md">
            <Textarea
              label={t('design.factors')}
              description={t('design.factors_hint')}
              placeholder={t('design.factors_example')}
              autosize
              minRows={2}
              value={factors}
              onChange={({ currentTarget }) => setFactors(currentTarget.value)}
            />
            <Group>
              <Button
                size="sm"
                variant="light"
                disabled={combinations.length < 2}
                onClick={() => make(combinations)}
              >
                {t('design.cross', { count: combinations.length })}
              </Button>
            </Group>
            <TextInput
              label={t('design.orders')}
              description={t('design.orders_hint')}
              placeholder={t('design.orders_example')}
              value={things}
              onChange={({ currentTarget }) => setThings(currentTarget.value)}
            />
            <Group>
              <Button
                size="sm"
                variant="light"
                disabled={orders.length < 2}
                onClick={() => make(orders)}
              >
                {t('design.order', { count: orders.length })}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      )}
    </div>
  );
}
